import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { BackupConfig } from '../config/backup-config';
import { objectStore } from '../files/object-store';
import { copyDatabase } from './copy-database';
import {
  BackupError,
  isCopy,
  isLog,
  momentOf,
  newId,
  numberOf,
  type Copy,
  type LogFiles,
  type Manifest,
  type StoredStream,
} from './manifest';
import { start } from './programs';
import { outdated } from './retention';
import { SourceDatabase } from './source-database';
import { Vault } from './vault';

const manifestsAtOnce = 16;
/** The clocks of the database and of the folder may differ by so much, ms. */
const overlap = 120_000;
/** The parts of DATA_DIR that backups leave out: the database, which is copied otherwise, logs, unfinished uploads, sent mail. */
const left = [
  './mariadb*',
  './*.log*',
  './*.pid',
  './uploads',
  './outbox',
  './anchors',
  './accounts.sql',
  './.restoring',
];
/** Those names count in DATA_DIR itself, not below. */
const inRoot = ['--anchored', '--no-wildcards-match-slash'];

/** The log does not go on where the kept one ends: a restored or another database, or too late for a file. */
export class LogBroken extends BackupError {}

/** All that a store has. @throws BackupError for a manifest that was altered. */
export async function manifestsOf(vault: Vault): Promise<Manifest[]> {
  const limit = pLimit(manifestsAtOnce);
  return Promise.all((await vault.ids()).map((id) => limit(() => vault.manifest(id))));
}

/** The last copy, the first of its stream, and the last piece of the log: all that the next piece needs. */
async function newestOf(vault: Vault): Promise<Manifest[]> {
  const ids = (await vault.ids()).reverse();
  const [log, last] = [ids.find((id) => id.includes('-log-')), ids.find((id) => !id.includes('-log-'))];
  const copy = last === undefined ? undefined : await vault.manifest(last);
  const others = [log, copy?.stream].filter((id) => id !== undefined && id !== last) as string[];
  return [...(copy ? [copy] : []), ...(await Promise.all(others.map((id) => vault.manifest(id))))];
}

/**
 * Takes a backup: the database whole or what changed since the last backup, the folder of the servers, and the binary log up to
 * now. Where nothing can be continued it is a full one. Removes what is older than the kept days.
 * @returns what was kept, as a sentence
 * @throws BackupError, NotAlone while another one runs.
 */
export function takeBackup(config: BackupConfig, wanted: 'full' | 'incremental'): Promise<string> {
  return SourceDatabase.use(config, async (source) => {
    const vault = await Vault.open(objectStore(config.store), config.passphrase);
    const known = await manifestsOf(vault);
    const last = newestCopy(known);
    const stream = last && (await continues(source, known, last.stream)) ? last.stream : undefined;
    const base = wanted === 'incremental' && stream ? last : undefined;
    const copy = await keepCopy(config, source, vault, { base, stream });
    const log = await keepLog(config, source, vault, { known: [...known, copy], stream: copy.stream });
    const removed = outdated([...known, copy, log], await vault.idsOfContents(), config.keepDays, new Date());
    for (const id of removed) await vault.remove(id);
    const what = copy.kind === 'full' ? 'A full backup' : `What changed since ${base?.until ?? ''}`;
    return `${what} is kept as ${copy.id}: each second from ${copy.until} to ${log.until} can be restored.`;
  });
}

/** Keeps the binary log up to now, on the last backup. @throws BackupError when it has a gap. */
export function takeLog(config: BackupConfig): Promise<string> {
  return SourceDatabase.use(config, async (source) => {
    const vault = await Vault.open(objectStore(config.store), config.passphrase, true);
    const known = await newestOf(vault);
    const last = newestCopy(known);
    if (!last) throw new LogBroken('There is no backup yet that the log could go on from: npm run backup');
    const { files, until } = await keepLog(config, source, vault, { known, stream: last.stream });
    return `The binary log is kept up to ${until} (${files.length} files).`;
  });
}

const newestCopy = (known: Manifest[]): Copy | undefined =>
  known
    .filter(isCopy)
    .sort((one, other) => Date.parse(one.until) - Date.parse(other.until))
    .at(-1);

async function keepCopy(
  config: BackupConfig,
  source: SourceDatabase,
  vault: Vault,
  { base, stream }: { base: Copy | undefined; stream: string | undefined },
): Promise<Copy> {
  const kind = base ? 'incremental' : 'full';
  const id = newId(await source.now(), kind);
  const copied = await copyDatabase(source, vault, `${id}/database`, base);
  // After the copy: whatever the copied rows name is in the folder by now.
  const folder = await keepFolder(config, vault, `${id}/folder`);
  const until = (await source.now()).toISOString();
  const copy: Copy = {
    version: 1,
    id,
    kind,
    stream: stream ?? id,
    base: base?.id ?? null,
    until,
    ...copied,
    folder,
    database: source.name,
  };
  await vault.publish(copy);
  return copy;
}

/** Keeps the folder of the servers, whole or what came to it after a moment: the names of its folders and new files. */
async function keepFolder(
  { dataDir }: BackupConfig,
  vault: Vault,
  name: string,
  after?: Date,
): Promise<StoredStream> {
  const isThere = (await readdir(dataDir).catch(() => [])).length > 0;
  const excluded = left.map((pattern) => `--exclude=${pattern}`);
  const files = isThere ? [`--directory=${dataDir}`, '.'] : ['--files-from=/dev/null'];
  // 1: a file changed while it was read, or is gone.
  const since = after ? [`--newer=@${Math.floor((after.getTime() - overlap) / 1000)}`, '--gzip'] : [];
  const running = start('tar', ['--create', ...inRoot, ...since, ...excluded, ...files], [0, 1]);
  const kept = await vault.keep(name, running.stdout as AsyncIterable<Buffer>);
  await running.done;
  return kept;
}

const logsOf = (known: Manifest[], stream: string) =>
  known.filter(isLog).filter((log) => log.stream === stream);

/** Whether the database's own log still has the end of the kept one, unchanged. */
async function continues(source: SourceDatabase, known: Manifest[], stream: string): Promise<boolean> {
  const last = logsOf(known, stream)
    .flatMap(({ files }) => files)
    .at(-1);
  return last !== undefined && (await source.logHash(last.name)) === last.sha256;
}

async function keepLog(
  config: BackupConfig,
  source: SourceDatabase,
  vault: Vault,
  { known, stream }: { known: Manifest[]; stream: string },
): Promise<LogFiles> {
  const last = logsOf(known, stream)
    .flatMap(({ files }) => files)
    .at(-1);
  const first = known.filter(isCopy).find(({ id }) => id === stream)?.log.file ?? '';
  const next = last ? numberOf(last.name) + 1 : numberOf(first);
  if (last && !(await continues(source, known, stream))) {
    throw new LogBroken(`The database's log does not go on after ${last.name}: take a full backup.`);
  }
  const at = await source.now();
  const closed = (await source.closeLog()).filter((name) => numberOf(name) >= next);
  if (numberOf(closed[0] ?? '') !== next) {
    throw new LogBroken(`File ${next} of the database's log is gone: take a full backup.`);
  }
  const id = newId(at, 'log');
  const files: LogFiles['files'] = [];
  for (const name of closed) {
    const hash = createHash('sha256');
    const content = await vault.keep(`${id}/${name}`, hashed(source.logFile(name), hash));
    files.push({ name, sha256: hash.digest('hex'), content });
  }
  // Each copy has the folder as it was when it began.
  const begun = known.filter((one) => one.stream === stream).map((one) => momentOf(one.id).getTime());
  const folder = await keepFolder(config, vault, `${id}/folder`, new Date(Math.max(...begun)));
  const log: LogFiles = { version: 1, id, kind: 'log', stream, until: at.toISOString(), files, folder };
  await vault.publish(log);
  return log;
}

async function* hashed(content: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}
