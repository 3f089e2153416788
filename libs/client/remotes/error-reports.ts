import { errorReportLimits } from '@bank/contracts/error-report-limits';
import type { ErrorKind, RemoteErrorReport } from '@bank/contracts/remote-errors';
import { describeError } from '@bank/contracts/thrown-error';
import { config } from '../http/config';

/** Loaded with the first error: a page without one carries none of this. */

/** The delay before errors are sent, in ms: what breaks once often breaks several times. */
const delay = 2_000;

/** Different errors of one page; more of them add nothing to its diagnosis. */
const mostOfPage = 20;

const release = /\/remotes\/([a-z][a-z0-9-]*)\/(\d+\.\d+\.\d+-[0-9a-f]{10})(?:\+\d+)?\/[\w.-]+\.js:\d/;

const seen = new Set<string>();
const pending = new Map<string, RemoteErrorReport>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** A script of the shell itself, whose own release has it. */
const ofShell = `/assets/${config.site}/`;

/** The known origin of an error. */
interface Origin {
  kind: ErrorKind;
  /** The remote behind whose boundary it was thrown; otherwise the topmost one of its stack. */
  remote?: { name: string; version: string };
}

/**
 * Reports an error of a remote's release, or of the shell's where no remote is in the stack, with its message without personal data
 * and its stack; not while the browser is offline, and not an error of an extension of the browser.
 */
export function reportError(thrown: unknown, { kind, remote }: Origin) {
  if (!navigator.onLine) return;
  const description = describeError(thrown);
  const [, found, version] = release.exec(description.stack) ?? [];
  const of = remote ?? (found && version ? { name: found, version } : shellIn(description.stack));
  if (!of || !release.test(`/remotes/${of.name}/${of.version}/a.js:1`)) return;
  const report = { remote: of.name, version: of.version, kind, ...description };
  const key = JSON.stringify(report);
  if (!seen.has(key) && seen.size >= mostOfPage) return;
  seen.add(key);
  const count = Math.min(errorReportLimits.count, (pending.get(key)?.count ?? 0) + 1);
  pending.set(key, { ...report, count });
  timer ??= setTimeout(sendErrors, delay);
}

const shellIn = (stack: string) =>
  config.host_version !== undefined && stack.includes(ofShell)
    ? { name: config.site, version: config.host_version }
    : undefined;

/** Sends the pending reports at once, for a page that is being left. */
export function sendErrors() {
  clearTimeout(timer);
  timer = undefined;
  const errors = [...pending.values()];
  pending.clear();
  for (let from = 0; from < errors.length; from += errorReportLimits.errors)
    void send(errors.slice(from, from + errorReportLimits.errors));
}

/** Without the session's bearer; an error that is lost will be met again. */
async function send(errors: RemoteErrorReport[]) {
  await fetch(`${config.api_base}/remotes/errors`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ errors }),
    keepalive: true,
  }).catch(() => undefined);
}
