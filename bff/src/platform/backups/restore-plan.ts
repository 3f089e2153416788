import {
  BackupError,
  isCopy,
  isLog,
  numberOf,
  type Copy,
  type LogFiles,
  type Manifest,
  type StoredStream,
} from './manifest';

interface RestorePlan {
  /** The full copy, then the incremental ones on it, in order. */
  copies: Copy[];
  /** The files of the binary log from where the last copy ends, without a gap, in order. */
  files: LogFiles['files'];
  /** The position at which the log continues in the first of them. */
  position: number;
  /** The additions to the servers' folder after the last copy, in order. */
  folders: StoredStream[];
}

/** How a moment is brought back. @throws BackupError with the reason why it cannot be. */
export function planOf(manifests: Manifest[], moment: Date): RestorePlan {
  const copies = manifests.filter(isCopy).sort(byUntil);
  const last = copies.filter(({ until }) => Date.parse(until) <= moment.getTime()).at(-1);
  if (!last) {
    const first = copies[0];
    throw new BackupError(
      first ? `That is before the first backup, which is of ${first.until}.` : 'There are no backups.',
    );
  }
  const logs = logsUpTo(manifests, last, moment);
  return {
    copies: chainOf(last, copies),
    files: filesOf(logs, last),
    position: last.log.position,
    folders: logs.flatMap(({ folder, until }) => (folder && until > last.until ? [folder] : [])),
  };
}

const byUntil = (one: Manifest, other: Manifest) => Date.parse(one.until) - Date.parse(other.until);

function chainOf(last: Copy, copies: Copy[]): Copy[] {
  const chain = [last];
  for (let copy = last; copy.base !== null; chain.unshift(copy)) {
    const base = copies.find(({ id }) => id === copy.base);
    if (!base) throw new BackupError(`The backup ${copy.base}, on which ${copy.id} is based, is missing.`);
    copy = base;
  }
  return chain;
}

/** The pieces of a copy's log that reach up to a moment. */
function logsUpTo(manifests: Manifest[], copy: Copy, moment: Date): LogFiles[] {
  const logs = manifests
    .filter(isLog)
    .filter(({ stream }) => stream === copy.stream)
    .sort(byUntil);
  const end = logs.findIndex(({ until }) => Date.parse(until) >= moment.getTime());
  if (end < 0) throw new BackupError(tooLate(manifests, copy, logs.at(-1)?.until ?? copy.until));
  return logs.slice(0, end + 1);
}

function filesOf(logs: LogFiles[], copy: Copy): LogFiles['files'] {
  const first = numberOf(copy.log.file);
  const files = logs.flatMap((log) => log.files).filter(({ name }) => numberOf(name) >= first);
  files.forEach(({ name }, at) => {
    if (numberOf(name) === first + at) return;
    throw new BackupError(
      `The binary log has a gap: ${missing(name, first + at)} was never kept, or is gone.`,
    );
  });
  if (files.length === 0) throw new BackupError(`The binary log has a gap: ${copy.log.file} is missing.`);
  return files;
}

const missing = (like: string, number: number) => like.replace(/\d+$/, String(number).padStart(6, '0'));

function tooLate(manifests: Manifest[], copy: Copy, reaches: string): string {
  const next = manifests
    .filter(isCopy)
    .sort(byUntil)
    .find(({ until }) => until > copy.until);
  if (!next) return `That is after the last backup, which reaches up to ${reaches}.`;
  return `Nothing was kept of that time: the log reaches up to ${reaches}, the next backup is of ${next.until}.`;
}
