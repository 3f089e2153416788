import { resolve } from 'node:path';
import type { StoreAddress } from './bucket-address';
import { ConfigError, environment, presentVariables } from './config';

/** The configuration of the backup commands; a restore runs where nothing else is known yet. */
export interface BackupConfig {
  store: StoreAddress;
  keepDays: number;
  passphrase: string;
  dataDir: string;
  /** With the account that copies the database; undefined for a restore. */
  databaseUrl: string | undefined;
  /** The database's own folder on this machine; by default where the database names it. */
  databaseFiles: string | undefined;
}

const variables = environment.pick({
  BACKUP_URL: true,
  BACKUP_KEEP_DAYS: true,
  BACKUP_PASSPHRASE: true,
  BACKUP_DATABASE_URL: true,
  DATABASE_FILES: true,
  DATA_DIR: true,
});

/** Reads the configuration. @throws ConfigError that names the missing or wrong variable. */
export function readBackupConfig(given: NodeJS.ProcessEnv = process.env): BackupConfig {
  const parsed = variables.safeParse(presentVariables(given));
  if (!parsed.success) throw new ConfigError(parsed.error.issues[0]?.message);
  const { BACKUP_URL: store, BACKUP_PASSPHRASE: passphrase, ...others } = parsed.data;
  if (!store) throw new ConfigError('BACKUP_URL must name a bucket or a folder for the backups.');
  if (!passphrase) {
    throw new ConfigError(
      'BACKUP_PASSPHRASE must be set, or BACKUP_PASSPHRASE_FILE name a file with it: backups are encrypted by it.',
    );
  }
  return {
    store,
    passphrase,
    keepDays: others.BACKUP_KEEP_DAYS,
    dataDir: resolve(others.DATA_DIR),
    databaseUrl: others.BACKUP_DATABASE_URL,
    databaseFiles: others.DATABASE_FILES,
  };
}
