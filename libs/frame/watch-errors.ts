import type { FrameData, FrameWatcher } from '@bank/contracts/embed-frame';
import type * as ErrorReports from './error-reports';

let reports: Promise<typeof ErrorReports | undefined> | undefined;

/** Reports what the widget throws from now on, React's errors included; in development nothing. */
export function watchErrors(data: FrameData, watcher: FrameWatcher | undefined): void {
  if (!data.release) return;
  const report = (error: unknown) => {
    if (!(error instanceof Error)) return;
    reports ??= import('./error-reports').catch(() => {
      watcher?.lost('error-reports');
      return (reports = undefined);
    });
    void reports.then((loaded) => loaded?.reportError(error, data, watcher));
  };
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
