import { addDays, daysFrom } from '@bank/contracts/days';
import type { Income } from '@bank/contracts/overview';

/** How far back credits are looked at: three of a monthly income, the newest perhaps a month ago. */
export const incomeDays = 100;

/** Smaller credits are no income, minor units. */
export const leastIncome = 10_000n;

/** How many credits are looked at: an account that takes in more has no one income. */
export const mostCredits = 200;

/** The days between two payments of one income: weekly, every two weeks, monthly. */
const rhythms = [
  { least: 6, most: 8 },
  { least: 13, most: 15 },
  { least: 27, most: 34 },
] as const;

/** An income that is this late is not expected any more. */
const patienceDays = 5;

export interface Credit {
  description: string;
  /** Minor units. */
  amount: bigint;
  /** The day of Paris, `2026-11-04`. */
  day: string;
}

/**
 * The income of an account: the largest credits of one description at regular intervals, at least three or, monthly, two.
 * Undefined where none is regular or the next one is overdue: nothing is guessed (design.md, The counter window).
 * @param credits of `incomeDays`, newest first
 */
export function incomeOf(credits: readonly Credit[], today: string): Income | undefined {
  const series = new Map<string, Credit[]>();
  for (const credit of credits) {
    series.set(credit.description, [...(series.get(credit.description) ?? []), credit]);
  }
  const found = [...series.values()].flatMap((payments) => {
    const next = nextOf(payments);
    const [newest] = payments;
    if (!newest || next === undefined || addDays(next, patienceDays) < today) return [];
    const total = payments.reduce((sum, { amount }) => sum + amount, 0n);
    return [{ total, last: newest.day, next: next < today ? today : next }];
  });
  const [best] = found.sort((left, right) => Number(right.total - left.total));
  return best && { last: best.last, next: best.next };
}

function nextOf(payments: readonly Credit[]): string | undefined {
  const gaps = payments.slice(1).map((older, at) => daysFrom(older.day, payments[at]?.day ?? older.day));
  const [gap] = gaps;
  const [newest] = payments;
  const rhythm = rhythms.find(({ least, most }) => gaps.every((each) => each >= least && each <= most));
  if (!rhythm || !newest || gap === undefined || gaps.length < (gap >= 27 ? 1 : 2)) return undefined;
  return addDays(newest.day, gap);
}
