import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const batch = 1_000;

/** What is kept for how long after it stopped mattering; a session takes its refresh tokens along. */
const leftovers = [
  { statement: 'DELETE FROM mfa_challenges WHERE expires_at < ? LIMIT ?', keptFor: minute },
  { statement: 'DELETE FROM pending_signups WHERE expires_at < ? LIMIT ?', keptFor: hour },
  { statement: 'DELETE FROM spent_frame_tokens WHERE expires_at < ? LIMIT ?', keptFor: minute },
  { statement: 'DELETE FROM login_failures WHERE updated_at < ? LIMIT ?', keptFor: day },
  { statement: 'DELETE FROM password_resets WHERE created_at < ? LIMIT ?', keptFor: day },
  { statement: 'DELETE FROM sessions WHERE expires_at < ? LIMIT ?', keptFor: 7 * day },
];

/** Throws away, a little at a time, what sign-ins leave behind. Several servers may do it at once. */
@Injectable()
export class HousekeepingService {
  constructor(private readonly dataSource: DataSource) {}

  /** One round, and how many rows went; the next round does what this one left. */
  async sweep(now: Date): Promise<number> {
    let removed = 0;
    for (const { statement, keptFor } of leftovers) {
      const values = [new Date(now.getTime() - keptFor), batch];
      const result = (await this.dataSource.query(statement, values)) as { affectedRows: number };
      removed += result.affectedRows;
    }
    return removed;
  }
}
