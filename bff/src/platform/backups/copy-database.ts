import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createGzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import { databaseAddress } from '@bank/contracts/database-address.mjs';
import { BackupError, type Copy, type StoredStream } from './manifest';
import { start } from './programs';
import type { SourceDatabase } from './source-database';
import type { Vault } from './vault';

/** Half of the time for a tenth more size. */
const level = 1;

/** Copies the files of a running database into the vault, as a stream. @param from the copy that is continued */
export async function copyDatabase(
  source: SourceDatabase,
  vault: Vault,
  name: string,
  from: Copy | undefined,
): Promise<Pick<Copy, 'lsn' | 'log' | 'data'>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bank-backup-'));
  try {
    const running = start('mariadb-backup', await argumentsOf(source, folder, from));
    const packed = createGzip({ level });
    pipeline(running.stdout, packed, () => undefined);
    const data = await untilDone(vault.keep(name, packed), running);
    return { data, ...(await reached(folder)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A stream that cannot be stored stops the program; a program that fails makes the stream worthless. */
async function untilDone(
  kept: Promise<StoredStream>,
  running: ReturnType<typeof start>,
): Promise<StoredStream> {
  const stored = await kept.catch((error: unknown) => {
    running.stop();
    throw error;
  });
  await running.done;
  return stored;
}

/** The password stands in a private file: arguments of a process can be read by all. */
async function argumentsOf(
  source: SourceDatabase,
  folder: string,
  from: Copy | undefined,
): Promise<string[]> {
  const { host, port, user, password, socketPath, ssl } = databaseAddress(source.url);
  const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  const settings = [
    '[mariadb-backup]',
    `user=${quote(user)}`,
    `password=${quote(password)}`,
    ...(socketPath ? [`socket=${quote(socketPath)}`] : [`host=${quote(host)}`, `port=${port}`]),
    ...(ssl ? ['ssl', ...(ssl.verifyIdentity ? ['ssl-verify-server-cert'] : [])] : []),
  ];
  const file = path.join(folder, 'account.cnf');
  await writeFile(file, `${settings.join('\n')}\n`, { mode: 0o600 });
  return [
    `--defaults-file=${file}`,
    '--backup',
    '--stream=mbstream',
    `--target-dir=${folder}`,
    `--extra-lsndir=${folder}`,
    ...(source.folder ? [`--datadir=${source.folder}`] : []),
    ...(from ? [`--incremental-lsn=${from.lsn}`] : []),
  ];
}

/** How far the copy goes, from the notes that mariadb-backup leaves. */
async function reached(folder: string): Promise<Pick<Copy, 'lsn' | 'log'>> {
  const notes = await read(folder, ['xtrabackup_checkpoints', 'mariadb_backup_checkpoints']);
  const info = await read(folder, ['xtrabackup_info', 'mariadb_backup_info']);
  const [, lsn] = /^to_lsn = (\d+)$/m.exec(notes) ?? [];
  const [, file, position] = /^binlog_pos = filename '([^']+)', position '(\d+)'/m.exec(info) ?? [];
  if (!lsn || !file) throw new BackupError('mariadb-backup did not write how far its copy goes.');
  return { lsn, log: { file: path.basename(file), position: Number(position) } };
}

/** The files were renamed by later versions. */
async function read(folder: string, names: string[]): Promise<string> {
  for (const name of names) {
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  return '';
}
