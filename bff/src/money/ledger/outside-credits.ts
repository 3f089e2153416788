import { createHash } from 'node:crypto';
import { firstStep, stepOf } from '../../platform/time/window-steps';
import type { LockedAccount } from './movement';

/** The longest window, in hours. */
const longest = 24;
/** The window in which senders are distinguished, in hours. */
const shortest = 1;
/** Senders distinguished within one step: rules ask about a few. */
const sendersOfStep = 8;

/** The credits from other banks to an account within one step of a window. */
interface CreditStep {
  step: number;
  count: number;
  sum: bigint;
  /** Digests of the accounts that sent it. */
  senders: string[];
}

/** The recent credits from other banks to an account, in minor units. */
export interface OutsideIncome {
  /** Within 24 hours. */
  day: bigint;
  /** Within the last hour, and from how many accounts; at most eight are distinguished in ten minutes. */
  hour: bigint;
  senders: number;
}

/**
 * The credits of other banks as an account's row keeps them: one text with a part for each step of the last day that has any.
 * A credit writes the row anyway, so counting it costs no further row, and its lock makes the count exact.
 */
export function addOutsideCredit(
  stored: string | null,
  { amount, sender }: { amount: bigint; sender: string | undefined },
  now: Date,
): string {
  const [oldest, recent] = [firstStep(now, longest), firstStep(now, shortest)];
  const kept = stepsOf(stored).filter(({ step }) => step >= oldest);
  const own = kept.find(({ step }) => step === stepOf(now)) ?? newStep(kept, stepOf(now));
  own.count += 1;
  own.sum += amount;
  const digest = sender === undefined ? undefined : digestOf(sender);
  if (digest !== undefined && own.senders.length < sendersOfStep && !own.senders.includes(digest)) {
    own.senders.push(digest);
  }
  return kept.map((each) => textOf(each, each.step >= recent)).join(',');
}

/** The account after it got money of another bank; accounts of the bank itself count none. */
export function credited(
  account: LockedAccount,
  given: { amount: bigint; sender: string | undefined },
  now: Date,
): LockedAccount {
  if (account.kind !== 'customer' || given.amount <= 0n) return account;
  const outsideCredits = addOutsideCredit(account.outsideCredits, given, now);
  return { ...account, outsideCredits, isCredited: true };
}

/** The credits to one of a person's accounts, as its row keeps them. */
export interface StoredCredits {
  stored: string | null;
  /** The worth of its minor units in cents; absent for an account in euros. */
  worth?: (minor: bigint) => bigint;
}

/** The credits from other banks to an account up to a moment, in windows of whole steps. */
export const outsideIncome = (stored: string | null, now: Date): OutsideIncome =>
  outsideIncomeOf([{ stored }], now);

/** As `outsideIncome`, of a person's accounts together, in cents; who sent to several of them is one sender. */
export function outsideIncomeOf(accounts: readonly StoredCredits[], now: Date): OutsideIncome {
  const [oldest, recent] = [firstStep(now, longest), firstStep(now, shortest)];
  const income = { day: 0n, hour: 0n };
  const senders = new Set<string>();
  for (const { stored, worth = (minor: bigint) => minor } of accounts) {
    const day = stepsOf(stored).filter(({ step }) => step >= oldest);
    const hour = day.filter(({ step }) => step >= recent);
    income.day += worth(sumOf(day));
    income.hour += worth(sumOf(hour));
    for (const each of hour.flatMap((one) => one.senders)) senders.add(each);
  }
  return { ...income, senders: senders.size };
}

function newStep(steps: CreditStep[], step: number): CreditStep {
  const added = { step, count: 0, sum: 0n, senders: [] };
  steps.push(added);
  return added;
}

const sumOf = (steps: CreditStep[]) => steps.reduce((total, { sum }) => total + sum, 0n);

const digestOf = (sender: string) => createHash('sha256').update(sender).digest('base64url').slice(0, 6);

const textOf = ({ step, count, sum, senders }: CreditStep, withSenders: boolean) =>
  [step, count, sum, ...(withSenders ? senders : [])].join(':');

const stepsOf = (stored: string | null): CreditStep[] =>
  stored === null ? [] : stored.split(',').map(stepOfText);

function stepOfText(text: string): CreditStep {
  const [step = '', count = '', sum = '', ...senders] = text.split(':');
  return { step: Number(step), count: Number(count), sum: BigInt(sum), senders };
}
