import type { FrameData } from '@bank/contracts/embed-frame';
import type * as ErrorReports from './error-reports';

let reports: Promise<typeof ErrorReports | undefined> | undefined;

/** Reports what the widget throws from now on, React's errors included; in development nothing. */
export function watchErrors(data: FrameData): void {
  if (!data.release) return;
  const report = (error: unknown) => {
    if (!(error instanceof Error)) return;
    reports ??= import('./error-reports').catch(() => (reports = undefined));
    void reports.then((loaded) => loaded?.reportError(error, data));
  };
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
