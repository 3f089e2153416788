import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../common/clock';

export const demonstrationSetting = 'demonstration';

/** How long an answer 'no' is believed: the database may be seeded while the server runs. */
const noLastsMilliseconds = 10_000;

/** Knows whether the database holds the demonstration data. */
@Injectable()
export class Demonstration {
  private known = false;
  private askAgainAt = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** A database that is away or not yet migrated counts as one without: pages must open all the same. */
  async isDemonstration(): Promise<boolean> {
    const now = this.clock.now().getTime();
    if (this.known || now < this.askAgainAt) return this.known;
    this.askAgainAt = now + noLastsMilliseconds;
    try {
      const rows = (await this.dataSource.query('SELECT value FROM bank_settings WHERE name = ?', [
        demonstrationSetting,
      ])) as { value: string }[];
      this.known = rows[0]?.value === 'yes';
    } catch {
      this.known = false;
    }
    return this.known;
  }
}
