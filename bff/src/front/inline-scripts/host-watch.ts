import { hostStarted } from '@bank/contracts/routes';
import { integrityOf } from '../../platform/security/integrity';
import { hostFailure } from './host-failure';
import { inlineScript } from './inline-script';

/** How long a shell may take from its last script to its first view, ms. */
const startMs = 10_000;

/**
 * Notices a shell that does not start: a script of it is missing or altered, it throws, or nothing is shown after its scripts ran.
 * `host-failure.ts` then reports it, since no script of the shell may have run; what happens later the shell reports
 * (`remote-reports.ts` and `error-reports.ts` of libs/client).
 */
export const hostWatch = inlineScript(
  watchHost,
  { started: hostStarted, limitMs: startMs, failure: hostFailure.variable },
  { src: hostFailure.path, integrity: integrityOf(hostFailure.script), crossOrigin: 'anonymous' },
);

interface Constants {
  started: string;
  limitMs: number;
  failure: string;
}

function watchHost({ started, limitMs, failure }: Constants, reporter: Partial<HTMLScriptElement>) {
  const globals = window as unknown as Record<string, unknown>;
  let timer: number;

  /** @param script the last script of a shell that shows nothing */
  function fail(event: Event, script?: HTMLScriptElement) {
    const { filename, reason } = event as ErrorEvent & PromiseRejectionEvent;
    const { src } = (script || event.target) as HTMLScriptElement;
    const isOfShell = /\/assets\//.test(src || filename || reason?.stack);
    if (globals[started] || !isOfShell || !navigator.onLine) return;
    globals[started] = true;
    globals[failure] = { event, src, isEmpty: !!script };
    document.head.append(Object.assign(document.createElement('script'), reporter));
  }

  addEventListener('error', fail, true);
  addEventListener('unhandledrejection', fail);
  document.addEventListener(
    'load',
    (event) => {
      const script = event.target as HTMLScriptElement;
      if (!script.src) return;
      clearTimeout(timer);
      timer = window.setTimeout(() => fail(event, script), limitMs);
    },
    true,
  );
}
