import { Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { Config } from '../config';
import { addressKey } from './address';
import { Clock } from './clock';
import { Failure } from './failure';
import { sendTogether, type Statement, type Written } from './statements';

const minute = 60_000;

/** Milliseconds from the first call that counts to when the count begins anew. */
const windows = { sign_ups: 10 * minute, tickets: 10 * minute, attachments: 60 * minute };
export type AddressLimit = keyof typeof windows;

const addCounter = `
  INSERT IGNORE INTO address_counts (limit_name, address, taken, window_ends_at) VALUES (?, ?, 0, ?)`;
/** Assigned from left to right: the window's end is still the old one when the count is made. */
const takeOne = `
  UPDATE address_counts SET taken = IF(window_ends_at <= ?, 1, taken + 1),
    window_ends_at = IF(window_ends_at <= ?, ?, window_ends_at)
  WHERE limit_name = ? AND address = ? AND (taken < ? OR window_ends_at <= ?)`;
const giveOneBack = `
  UPDATE address_counts SET taken = taken - 1 WHERE limit_name = ? AND address = ? AND taken > 0`;
const windowEnd = 'SELECT window_ends_at AS endsAt FROM address_counts WHERE limit_name = ? AND address = ?';

/** What one address may do in a time, counted in the database for all servers together. */
@Injectable()
export class AddressLimits {
  private readonly most: Record<AddressLimit, number>;

  constructor(
    { signUpsPerTenMinutes, ticketsPerTenMinutes, attachmentsPerHour }: Config,
    private readonly clock: Clock,
  ) {
    this.most = {
      sign_ups: signUpsPerTenMinutes,
      tickets: ticketsPerTenMinutes,
      attachments: attachmentsPerHour,
    };
  }

  /**
   * Takes one of what the address may do, by one conditional statement: of simultaneous calls no more pass than may.
   * Outside of any transaction, so that calls of one address do not wait for each other.
   * @throws Failure ADDRESS_LIMIT_REACHED until the window ends.
   */
  async take(dataSource: DataSource, limit: AddressLimit, ip: string): Promise<void> {
    const counter = [limit, addressKey(ip)];
    const now = this.clock.now();
    const endsAt = new Date(now.getTime() + windows[limit]);
    const taking: Statement[] = [
      [addCounter, [...counter, now]],
      [takeOne, [now, now, endsAt, ...counter, this.most[limit], now]],
    ];
    const runner = dataSource.createQueryRunner();
    try {
      const [, taken] = await sendTogether<[Written, Written]>(runner, taking);
      if (taken.affectedRows === 1) return;
      const [window] = (await runner.query(windowEnd, counter)) as { endsAt: Date }[];
      const end = (window?.endsAt ?? endsAt).getTime();
      throw new Failure('ADDRESS_LIMIT_REACHED', { retryAfterSeconds: (end - now.getTime()) / 1000 });
    } finally {
      await runner.release();
    }
  }

  /** Gives back what was taken for something that did not come about. */
  async giveBack(dataSource: DataSource, limit: AddressLimit, ip: string): Promise<void> {
    await dataSource.query(giveOneBack, [limit, addressKey(ip)]);
  }
}
