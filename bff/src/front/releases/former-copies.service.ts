import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { unlessAbsent } from '../../platform/files/absent';
import { BackgroundTasks } from '../../platform/tasks/background-tasks.service';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';

const selectKept = `
  SELECT 1 FROM releases WHERE remote = ? AND version = ? AND removed_at IS NULL
  UNION ALL SELECT 1 FROM release_uploads WHERE remote = ? AND version = ?`;

/**
 * Removes this server's copies of what is in the bucket (`RELEASES_URL`) no longer: a sweep removes only those of the server that
 * runs it.
 */
@Injectable()
export class FormerCopies implements OnApplicationBootstrap {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.releasesBucket) this.background.start('removing former copies', () => this.remove());
  }

  private async remove(): Promise<void> {
    const place = path.join(this.config.dataDir, 'releases');
    for (const remote of await namesIn(place))
      for (const version of await namesIn(path.join(place, remote))) {
        const folder = path.join(place, remote, version);
        const { mtimeMs } = await stat(folder);
        // What is written now belongs to a build that is not in the database yet.
        const isNew = this.clock.now().getTime() - mtimeMs < dayMs;
        if (isNew || (await this.database.exists(selectKept, [remote, version, remote, version]))) continue;
        await rm(folder, { recursive: true, force: true });
      }
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(unlessAbsent)) ?? [];
