import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/time/clock.service';
import { rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';

const settingRow = rowOf({ value: text });

export const demonstrationSetting = 'demonstration';

/** Time between reads until the data is found: the database may be seeded while the server runs. */
const retryMilliseconds = 10_000;

const selectSetting = 'SELECT value FROM bank_settings WHERE name = ?';

/** Whether the database contains the demonstration data. */
@Injectable()
export class Demonstration {
  private isFound = false;
  private nextReadAt = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** False while the database is away or not migrated, so that pages still open. */
  async isDemonstration(): Promise<boolean> {
    const now = this.clock.now().getTime();
    if (this.isFound || now < this.nextReadAt) return this.isFound;
    this.nextReadAt = now + retryMilliseconds;
    try {
      const row = await this.database.row(settingRow, selectSetting, [demonstrationSetting]);
      this.isFound = row?.value === 'yes';
    } catch {
      this.isFound = false;
    }
    return this.isFound;
  }
}
