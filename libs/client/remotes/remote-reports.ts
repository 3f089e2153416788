import type { RemoteReport, ReportKind } from '@bank/contracts/releases';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { config } from '../http/config';

/** The delay before reporting a failure, and the interval of the other reports, in ms. */
const failureDelay = 2_000;
const pause = 30_000;

/** The maximum of one call (`remoteReports` of the contract). */
const most = { reports: 40, count: 100 };
const version = /^\d+\.\d+\.\d+-[0-9a-f]{10}$/;

const counts = new Map<string, RemoteReport>();
let timer: ReturnType<typeof setTimeout> | undefined;
let dueAt = Infinity;

/**
 * Counts an event of a remote's version and reports it later: nothing about the person, and nothing while the
 * browser is offline, when no remote is at fault.
 */
export const reportRemote = ({ name, version: seen }: PublishedRemote, kind: ReportKind) =>
  report(name, seen, kind);

/** The same of this page's shell. */
export const reportShell = (kind: ReportKind) => report(config.site, config.host_version ?? '', kind);

function report(name: string, seen: string, kind: ReportKind) {
  if (!navigator.onLine || !version.test(seen)) return;
  const key = `${name}@${seen} ${kind}`;
  const count = Math.min(most.count, (counts.get(key)?.count ?? 0) + 1);
  counts.set(key, { remote: name, version: seen, kind, count });
  sendWithin(kind === 'shown' ? pause : failureDelay);
}

/** Sends the pending reports immediately, for a page that is being left. */
export function flushReports() {
  clearTimeout(timer);
  dueAt = Infinity;
  if (!navigator.onLine) return;
  const reports = [...counts.values()].slice(0, most.reports);
  counts.clear();
  if (reports.length > 0) void send(reports);
}

function sendWithin(delay: number) {
  const at = Date.now() + delay;
  if (at >= dueAt) return;
  clearTimeout(timer);
  dueAt = at;
  timer = setTimeout(flushReports, delay);
}

/** A second try, then no more: reports are many, and one that is lost changes nothing. */
async function send(reports: RemoteReport[]) {
  await post(reports).catch(() => post(reports).catch(() => undefined));
}

/** Without the session's bearer; `keepalive` lets it outlive the page. */
async function post(reports: RemoteReport[]) {
  const answer = await fetch(`${config.api_base}/remotes/reports`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ reports }),
    keepalive: true,
  });
  if (answer.status >= 500) throw new Error(`answered ${answer.status}`);
}
