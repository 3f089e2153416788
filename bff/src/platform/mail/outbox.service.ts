import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '../time/clock.service';
import { Config } from '../config/config';

/** The folder of outgoing mails where no server is configured: one file each. */
@Injectable()
export class Outbox {
  private readonly folder: string;

  constructor(
    config: Config,
    private readonly clock: Clock,
  ) {
    this.folder = join(config.dataDir, 'outbox');
  }

  /** Writes a mail atomically, for readers that watch the folder; of one that fails nothing is left. */
  async write(mail: Buffer): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const name = `${this.clock.now().toISOString().replace(/[:.]/g, '-')}-${randomUUID()}`;
    const draft = join(this.folder, `.${name}.draft`);
    try {
      await writeFile(draft, mail, { mode: 0o600 });
      await rename(draft, join(this.folder, `${name}.eml`));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }
}
