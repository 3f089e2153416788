import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { BackupConfig } from '../config/backup-config';
import { objectStore } from '../files/object-store';
import { manifestsOf } from './backups';
import { BackupError, type Copy } from './manifest';
import { feed, runProgram } from './programs';
import { planOf } from './restore-plan';
import { Vault } from './vault';

/** Memory for the preparation of the copied files. */
const prepareMemory = '256M';

/**
 * Brings back the files of a moment into a folder: `mariadb`, ready for a database server, the servers' own files beside it,
 * and `log`, the binary log that the database must replay, with `replay.json` about where to begin.
 * @throws BackupError with a sentence for an operator.
 */
export async function restoreFiles(config: BackupConfig, moment: Date, into: string): Promise<void> {
  const vault = await Vault.open(objectStore(config.store), config.passphrase, true);
  const { copies, files, position, folders } = planOf(await manifestsOf(vault), moment);
  const database = path.join(into, 'mariadb');
  for (const [at, copy] of copies.entries()) await unpack(vault, copy, path.join(into, `copy-${at}`));
  for (const [at] of copies.entries()) await prepare(into, at);
  await mkdir(database, { mode: 0o700 });
  await runProgram('mariadb-backup', [
    '--no-defaults',
    '--move-back',
    `--target-dir=${path.join(into, 'copy-0')}`,
    `--datadir=${database}`,
  ]);
  for (const [at] of copies.entries()) await rm(path.join(into, `copy-${at}`), { recursive: true });
  const last = copies.at(-1);
  if (last) await feed('tar', ['--extract', `--directory=${into}`], vault.read(last.folder));
  for (const later of folders)
    await feed('tar', ['--extract', '--gzip', `--directory=${into}`], vault.read(later));
  await writeLog(vault, files, path.join(into, 'log'));
  const replay = {
    database: last?.database,
    copies: copies.map(({ kind, until }) => ({ kind, until })),
    files: files.map(({ name }) => path.basename(name)),
    position,
  };
  await writeFile(path.join(into, 'replay.json'), JSON.stringify(replay));
}

async function unpack(vault: Vault, copy: Copy, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  const content = Readable.from(vault.read(copy.data)).on('error', () => undefined);
  const unpacked = createGunzip();
  const failed = pipeline(content, unpacked);
  failed.catch(() => undefined);
  await feed('mbstream', ['--extract', `--directory=${folder}`], unpacked).catch(async (error: unknown) => {
    // An error of the content is reported rather than the program's own.
    await failed;
    throw error;
  });
  await failed;
  if ((await readdir(folder)).length === 0) throw new BackupError(`The backup ${copy.id} is empty.`);
}

/** Makes the copied files consistent; each incremental copy is laid over the full one. */
async function prepare(into: string, at: number): Promise<void> {
  const [full, incremental] = [path.join(into, 'copy-0'), path.join(into, `copy-${at}`)];
  await runProgram('mariadb-backup', [
    '--no-defaults',
    '--prepare',
    `--use-memory=${prepareMemory}`,
    `--target-dir=${full}`,
    ...(at > 0 ? [`--incremental-dir=${incremental}`] : []),
  ]);
}

async function writeLog(
  vault: Vault,
  files: ReturnType<typeof planOf>['files'],
  folder: string,
): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  for (const { name, content } of files) {
    await pipeline(vault.read(content), createWriteStream(path.join(folder, path.basename(name))));
  }
}
