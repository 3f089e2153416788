import { Injectable } from '@nestjs/common';
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

  /** False while the database is away or not migrated, so that pages still open. */
  async isDemonstration(): Promise<boolean> {
    const now = this.clock.now().getTime();
    if (this.isFound || now < this.nextReadAt) return this.isFound;
    this.nextReadAt = now + retryMilliseconds;
    try {
      this.isFound = (await this.settings.read('demonstration')) === 'yes';
    } catch {
      this.isFound = false;
    }
    return this.isFound;
  }
}
