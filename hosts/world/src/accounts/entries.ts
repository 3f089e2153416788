import { bankTimeZone } from '@bank/contracts/time';
import type { Sql } from '../database/database';

export type Step = 'settlement' | 'return' | 'top_up';

/** Money that moves from one account to another, once by its source and step. Minor units. */
export interface Movement {
  source: string;
  step: Step;
  from: number;
  to: number;
  amount: bigint;
}

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: bankTimeZone });

/** The calendar day in Paris, `YYYY-MM-DD`: the business day of the clearing house. */
export const businessDay = (at: Date): string => dayFormat.format(at);

/** The first moment of a business day, or of the one `later` days after it. */
export function startOfBusinessDay(day: string, later = 0): Date {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + later);
  // Paris is one or two hours ahead, and changes its clocks after midnight.
  const [summer, winter] = [2, 1].map((hours) => new Date(moved.getTime() - hours * 3_600_000));
  return summer && businessDay(summer) === moved.toISOString().slice(0, 10) ? summer : (winter ?? moved);
}

/** Books movements; those that are booked already are left as they are. */
export async function book(sql: Sql, movements: readonly Movement[], at: Date): Promise<void> {
  const day = businessDay(at);
  const rows = movements.flatMap(({ from, to, amount, ...once }) => [
    { ...once, account_id: from, amount: -amount, day, at },
    { ...once, account_id: to, amount, day, at },
  ]);
  await sql.insert('entries', rows, { once: true });
}
