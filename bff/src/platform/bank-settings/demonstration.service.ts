import { Injectable } from '@nestjs/common';
import type { Connection } from '../database/database';
import { Clock } from '../time/clock.service';
import { BankSettingsService } from './bank-settings.service';

/** Time between reads until the data is found: the database may be seeded while the server runs. */
const retryMilliseconds = 10_000;

/** Whether the database contains the demonstration data. */
@Injectable()
export class Demonstration {
  private isFound = false;
  private nextReadAt = 0;

  constructor(
    private readonly settings: BankSettingsService,
    private readonly clock: Clock,
  ) {}

  /**
   * False while the database is away or not migrated, so that pages still open.
   * @param connection the transaction of a caller that holds one
   */
  async isDemonstration(connection?: Connection): Promise<boolean> {
    const now = this.clock.now().getTime();
    if (this.isFound || now < this.nextReadAt) return this.isFound;
    this.nextReadAt = now + retryMilliseconds;
    try {
      this.isFound = (await this.settings.read('demonstration', connection)) === 'yes';
    } catch {
      this.isFound = false;
    }
    return this.isFound;
  }
}
