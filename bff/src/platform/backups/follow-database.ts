import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs } from '../time/durations';
import type { BackupConfig } from '../config/backup-config';
import { objectStore } from '../files/object-store';
import { takeBackup, takeLog, LogBroken } from './backups';
import { momentOf } from './manifest';
import { Vault } from './vault';

/** At most so much is lost with the database's machine. */
const logEveryMs = 60_000;
/** A restore lays the incremental copies of less than a week over a full one. */
const fullEvery = 7 * dayMs;

/**
 * Keeps the binary log every minute, what changed once a day, and the whole database once a week or when its log was broken off.
 * What fails is said and tried again a minute later; it never returns.
 */
export async function followDatabase(config: BackupConfig, say: (sentence: string) => void): Promise<never> {
  for (;;) {
    try {
      say(await whatIsDue(config));
    } catch (error) {
      say(`Nothing was kept: ${(error as Error).message}`);
    }
    await sleep(logEveryMs);
  }
}

async function whatIsDue(config: BackupConfig): Promise<string> {
  const vault = await Vault.open(objectStore(config.store), config.passphrase);
  const ids = (await vault.ids()).reverse();
  const isOlder = (id: string | undefined, age: number) => !id || Date.now() - momentOf(id).getTime() > age;
  if (
    isOlder(
      ids.find((id) => id.includes('-full-')),
      fullEvery,
    )
  )
    return takeBackup(config, 'full');
  if (
    isOlder(
      ids.find((id) => !id.includes('-log-')),
      dayMs,
    )
  )
    return takeBackup(config, 'incremental');
  return takeLog(config).catch((error: unknown) => {
    if (error instanceof LogBroken) return takeBackup(config, 'full');
    throw error;
  });
}
