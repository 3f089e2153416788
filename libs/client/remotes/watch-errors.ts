import type * as ErrorReports from './error-reports';
import type { PublishedRemote } from '@bank/contracts/remotes';

/** The functions used of `error-reports`, which is loaded later. */
type Reports = Pick<typeof ErrorReports, 'reportError' | 'sendErrors'>;

let reports: Promise<Reports | undefined> | undefined;

/** The reporting, which is loaded with the first error; without a network there is none. */
const load = () => (reports ??= import('./error-reports').catch(() => (reports = undefined)));

/** Reports what a remote threw while it was rendered. */
export function reportRenderError(error: unknown, { name, version }: PublishedRemote) {
  void load().then((loaded) => loaded?.reportError(error, { kind: 'render', remote: { name, version } }));
}

/** Reports what remotes throw elsewhere, such as in a handler or after a call, from now on. */
export function watchErrors() {
  const report = (error: unknown) => {
    if (error instanceof Error)
      void load().then((loaded) => loaded?.reportError(error, { kind: 'uncaught' }));
  };
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
  addEventListener('pagehide', () => void reports?.then((loaded) => loaded?.sendErrors()));
}
