import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Config } from '../config';

/** The folder of what leaves the bank where no service is named that would carry it: one file a message. */
@Injectable()
export class Outbox {
  private readonly folder: string;

  constructor(
    config: Config,
    private readonly clock: Clock,
  ) {
    this.folder = join(config.dataDir, 'outbox');
  }

  /** The file appears whole under its name, so that whoever watches the folder never reads half a message. */
  async write(ending: 'eml' | 'sms.json' | 'push.json', content: Buffer | string): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const name = `${this.clock.now().toISOString().replace(/[:.]/g, '-')}-${randomUUID()}`;
    const draft = join(this.folder, `.${name}.draft`);
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, join(this.folder, `${name}.${ending}`));
  }
}
