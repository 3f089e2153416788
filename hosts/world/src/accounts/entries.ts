import { bankTimeZone } from '@bank/contracts/days';
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

/** The first moment of a business day. Paris is one or two hours ahead of UTC, and changes its clocks after midnight. */
export function startOfBusinessDay(day: string): Date {
  const summer = new Date(`${day}T00:00:00+02:00`);
  return businessDay(summer) === day ? summer : new Date(`${day}T00:00:00+01:00`);
}

/** Books movements, each once by its source and step. */
export async function book(sql: Sql, movements: readonly Movement[], at: Date): Promise<void> {
  const day = businessDay(at);
  const rows = movements.flatMap(({ from, to, amount, ...once }) => [
    { ...once, account_id: from, amount: -amount, day, at },
    { ...once, account_id: to, amount, day, at },
  ]);
  await sql.insert('entries', rows, { once: true });
}
