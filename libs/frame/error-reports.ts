import type { FrameData, FrameWatcher } from '@bank/contracts/embed-frame';
import type { EmbedErrorRequest } from '@bank/contracts/embed-errors';
import { errorReportLimits } from '@bank/contracts/error-report-limits';
import { describeError } from '@bank/contracts/thrown-error';

// Loaded with the first error: a frame without one carries none of this.

/** The delay before errors are sent, in ms: what breaks once often breaks several times, and a broken widget is gone by then. */
const delay = 2_000;

type ErrorReport = EmbedErrorRequest['errors'][number];

const pending = new Map<string, ErrorReport>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isSent = false;
let isBroken = false;

/**
 * Reports an error once, with those of the next two seconds; a frame's token allows one report. Not while offline. A widget of
 * which nothing is left gets a notice.
 */
export function reportError(thrown: unknown, data: FrameData, watcher: FrameWatcher | undefined): void {
  // React removes what it can no longer draw.
  if (!document.getElementById('root')?.hasChildNodes()) {
    isBroken = true;
    watcher?.show();
  }
  if (!navigator.onLine || !data.release || isSent) return;
  const report = { ...data.release, kind: 'uncaught' as const, ...describeError(thrown) };
  const key = JSON.stringify(report);
  const count = Math.min(errorReportLimits.count, (pending.get(key)?.count ?? 0) + 1);
  if (pending.has(key) || pending.size < errorReportLimits.errors) pending.set(key, { ...report, count });
  timer ??= setTimeout(() => send(data), delay);
}

function send({ partner, widget, token }: FrameData) {
  isSent = true;
  const errors = [...pending.values()].map((error) =>
    isBroken ? { ...error, kind: 'render' as const } : error,
  );
  const body = { partner, widget, token, is_broken: isBroken, errors } satisfies EmbedErrorRequest;
  const headers = { 'Content-Type': 'application/json' };
  fetch('/api/embed/errors', {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {});
}
