import { readBackupConfig } from './platform/config/backup-config';
import { followDatabase } from './platform/backups/follow-database';
import { BackupError } from './platform/backups/manifest';
import { restoreFiles } from './platform/backups/restore-files';
import { takeBackup, takeLog } from './platform/backups/backups';

/** The commands of backups, which need no other configuration. */
export const backupCommands = {
  backup: () => print(takeBackup(readBackupConfig(), 'incremental')),
  'backup:full': () => print(takeBackup(readBackupConfig(), 'full')),
  'backup:log': () => print(takeLog(readBackupConfig())),
  'backup:follow': () => followDatabase(readBackupConfig(), say),
  'restore:files': ({ until = '', into }: { until?: string; into?: string }) => {
    const moment = new Date(until);
    if (!into || Number.isNaN(moment.getTime())) throw new BackupError('--until and --into must be given.');
    return restoreFiles(readBackupConfig(), moment, into);
  },
};

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
const print = async (sentence: Promise<string>) => say(await sentence);
