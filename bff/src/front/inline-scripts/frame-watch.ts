import {
  embedProtocol,
  type FrameData,
  frameElement,
  frameWatcher,
  type FrameWatcher,
} from '@bank/contracts/embed-frame';
import { unmatchableHash } from '@bank/contracts/integrity';
import { describeError, type ErrorDescription } from './describe-error';
import { inlineScript } from './inline-script';

const texts = {
  fr: { notice: 'Bank PCS ne répond pas ici pour l’instant.', retry: 'Réessayer' },
  en: { notice: 'Bank PCS is not responding here at the moment.', retry: 'Try again' },
};

/** The notice as CSSOM, which no policy forbids; tokens of the design system where its style sheet is there. */
const looks = {
  notice:
    'display:grid;gap:1rem;justify-items:start;max-width:30rem;margin-inline:auto;padding:1.5rem 1rem;font-family:var(--font,system-ui)',
  button:
    'min-height:var(--control-height,2.75rem);padding-inline:1rem;border:1px solid var(--line-strong,ButtonBorder);border-radius:var(--radius-field,6px);background:var(--surface,ButtonFace);color:var(--ink,ButtonText);font:inherit;font-weight:600;cursor:pointer',
};

/** How long a widget may take from the page's `init` to its first view, ms: the page's loader removes the frame soon after. */
const firstViewMs = 2_500;

/**
 * The only inline script of a frame, hashed in its policy: it works when a file of the frame is missing, blocked or altered, or
 * when none of them draws the widget. It then shows a notice whose button loads another release, lets the page know that there is
 * something to see, and reports the failure. A file that failed is fetched once more, since browsers keep files for a year. It
 * also has the hash of each part that a frame loads late (`IntegrityPlugin` of the build). Releases that do not know it run with
 * it too.
 */
export const frameWatch = inlineScript(
  watchFrame,
  { texts, looks, firstViewMs, frameElement, frameWatcher, embedProtocol, unmatchableHash },
  describeError,
);

interface Constants {
  texts: Record<string, { notice: string; retry: string }>;
  looks: Record<'notice' | 'button', string>;
  firstViewMs: number;
  frameElement: string;
  frameWatcher: string;
  embedProtocol: number;
  unmatchableHash: string;
}

/** The first message of the embedding page. */
interface Init {
  v: number;
  type: 'init';
  locale: string;
  theme: string;
}

function watchFrame(constants: Constants, describe: typeof describeError) {
  let known: FrameData | undefined;
  let init: Init;
  let port: MessagePort | undefined;
  let isStarted = false;
  let hasFailed = false;
  let isReported = false;
  /** The address of the file that failed. */
  let failedFile: string | undefined;

  const root = () => document.getElementById('root');
  const isEmpty = () => !root()?.hasChildNodes();
  /** Read late, since its element follows the script. */
  const data = () => (known ??= JSON.parse(document.getElementById(constants.frameElement)!.textContent!));
  const nameOf = (address: string) => address.split('/').pop()!;
  const missing = (address: string): ErrorDescription => ({
    name: 'LoadError',
    message: `${nameOf(address)} did not load`,
    stack: '',
  });

  function showNotice() {
    const { notice, retry } = constants.texts[document.documentElement.lang] ?? constants.texts.fr!;
    const main = document.createElement('main');
    const text = document.createElement('p');
    const button = document.createElement('button');
    main.style.cssText = constants.looks.notice;
    button.style.cssText = constants.looks.button;
    button.type = 'button';
    button.textContent = retry;
    button.onclick = loadAnotherRelease;
    text.setAttribute('role', 'alert');
    main.append(text, button);
    root()!.replaceChildren(main);
    // After its element is there, so that screen readers announce it.
    text.textContent = notice;
  }

  function loadAnotherRelease() {
    const { release } = data();
    const address = new URL(location.href);
    if (release) address.searchParams.set('avoid', `${release.remote}@${release.version}`);
    const load = () => location.replace(address);
    if (failedFile) fetch(failedFile, { cache: 'reload', credentials: 'omit' }).then(load, load);
    else load();
  }

  function report(error: ErrorDescription, isBroken: boolean) {
    const { release, partner, widget, token } = data();
    if (isReported || !release || !navigator.onLine) return;
    isReported = true;
    const kind = isBroken ? 'render' : 'uncaught';
    const body = {
      partner,
      widget,
      token,
      is_broken: isBroken,
      reason: error.stack ? 'render' : 'load',
      errors: [{ remote: release.remote, version: release.version, kind, ...error, count: 1 }],
    };
    fetch('/api/embed/errors', {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined);
  }

  /** Applies the theme and language of the page's `init`, and reports to the page that there is something to see. */
  function answerPage() {
    const element = document.documentElement;
    const theme = String(init.theme);
    const isDark = /\bdark\b/.test(theme);
    const isAuto = /\bauto\b/.test(theme);
    const prefersDark = isAuto && matchMedia('(prefers-color-scheme:dark)').matches;
    element.lang = /^en\b/i.test(init.locale) ? 'en' : 'fr';
    element.style.colorScheme = isAuto ? 'light dark' : isDark ? 'dark' : 'light';
    element.dataset.theme = isDark || prefersDark ? 'dark' : 'light';
    showNotice();
    port!.postMessage({ v: Math.min(init.v, constants.embedProtocol), type: 'ready', ...data().mark });
  }

  function fail(error: ErrorDescription) {
    if (hasFailed || !isEmpty() || parent === window) return;
    hasFailed = true;
    const show = () => {
      if (port) answerPage();
      else showNotice();
      report(error, true);
    };
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
    else show();
  }

  addEventListener('message', (event) => {
    const message = Object(event.data);
    if (hasFailed) event.stopImmediatePropagation();
    const isFromPage = event.source === parent && event.origin === data().page;
    if (port || !isFromPage || message.type !== 'init' || !event.ports[0]) return;
    init = message;
    port = event.ports[0];
    if (hasFailed) answerPage();
    else
      setTimeout(
        () => fail({ name: 'LoadError', message: 'nothing was shown', stack: '' }),
        constants.firstViewMs,
      );
  });

  addEventListener(
    'error',
    (event) => {
      const { src, href } = event.target as HTMLScriptElement & HTMLLinkElement;
      const file = src || href;
      if (!/\/embed\/assets\//.test(file || event.filename) || (isStarted && !file)) return;
      failedFile = file || event.filename;
      fail(file ? missing(file) : describe(event));
    },
    true,
  );

  const watcher: FrameWatcher = {
    start: () => !hasFailed && (isStarted = true),
    show: showNotice,
    lost(address) {
      const wasEmpty = isEmpty();
      if (wasEmpty) showNotice();
      report(missing(address), wasEmpty);
    },
  };
  Object.defineProperty(window, constants.frameWatcher, { value: watcher });
  Object.defineProperty(window, 'bankIntegrity', {
    value: (address: string) => {
      const { files } = data();
      const name = nameOf(address);
      return files ? (Object.hasOwn(files, name) ? files[name] : constants.unmatchableHash) : '';
    },
  });
}
