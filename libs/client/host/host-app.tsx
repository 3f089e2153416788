import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { holdLanguage } from '@bank/i18n/language';
import { BrowserRouter } from '../hooks/router';
import { config } from '../http/config';
import { watchUserChange } from '../http/identity';
import { installIntegrityCheck } from '../remotes/file-integrity';
import { routeAt } from '../remotes/published';
import { refreshRegistry, takeEmbeddedRegistry } from '../remotes/registry';
import { preloadRemote, startLoading } from '../remotes/remote-loader';
import { takenOver } from '../remotes/typed-before';
import { flushReports, reportShell } from '../remotes/remote-reports';
import { watchErrors } from '../remotes/watch-errors';
import { type HostLayout, type HostPage, HostTree } from './host';
import { canHydrate, pressedEarlier, sendEarlierForm } from './hydration';
import { loadInside } from './load-inside';
import { signInPath } from '../session/destination';
import { takeWaitingSession } from './waiting-session';

export type { HostLayout } from './host';

/** Starts a shell: everything but its layout comes from the registry that the bff wrote into the document. */
export async function startHost(Layout: HostLayout, ownPage?: HostPage) {
  watchUserChange();
  installIntegrityCheck();
  startLoading();
  await Promise.all([
    takeEmbeddedRegistry(),
    takeWaitingSession(),
    // A prerendered page can do without; where it fails, the session loads it again.
    config.prerendered ? undefined : loadInside().catch(() => undefined),
  ]);
  prepareWhatIsPointedAt();
  addEventListener('pagehide', flushReports);
  watchErrors();
  const root = document.getElementById('root');
  if (!root) throw new Error('the document has no #root');
  const tree = (
    <HostTree
      Layout={Layout}
      ownPage={ownPage}
      within={(content) => <BrowserRouter>{content}</BrowserRouter>}
    />
  );
  const isTakenOver = await canHydrate(root);
  if (!isTakenOver) sendEarlierForm();
  void takenOver.then(pressedEarlier());
  if (isTakenOver) {
    holdLanguage(takenOver);
    hydrateRoot(root, tree, { onUncaughtError });
    return;
  }
  if (!root.hasChildNodes()) {
    // In slices of some milliseconds, between which a slow phone answers.
    startTransition(() => createRoot(root, { onUncaughtError }).render(tree));
    return;
  }
  root.replaceChildren();
  // At once, so that no empty page is painted in between.
  flushSync(() => createRoot(root, { onUncaughtError }).render(tree));
}

/** What no remote's boundary caught is the shell's own. React then shows nothing any more. */
function onUncaughtError(error: unknown) {
  reportShell('render');
  reportError(error);
}

/**
 * Pointing at or focusing a link preloads its remote, and checks for a new version that the click then uses; on the sign-in page,
 * using anything prepares the page that follows.
 */
function prepareWhatIsPointedAt() {
  const onIntent = ({ target }: Pick<Event, 'target'>) => {
    if (target && location.pathname === signInPath) void import('./after-sign-in').catch(() => undefined);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== location.origin) return;
    const prepare = () => {
      const owner = routeAt(link.pathname)?.remote;
      if (owner) preloadRemote(owner);
    };
    prepare();
    void refreshRegistry().then(prepare);
  };
  ['pointerover', 'focusin', 'touchstart'].forEach((intent) =>
    document.addEventListener(intent, onIntent, { passive: true }),
  );
  // A link that is pointed at, or a field that is filled in, since before there was a script.
  onIntent({ target: document.querySelector('a:hover, :focus') });
}
