import { isSepa } from '@bank/contracts/iban';
import {
  riskFloor,
  riskLevel,
  type RiskLevel,
  riskThresholds,
  type RiskReason,
} from '@bank/contracts/payments';
import { dayMs } from '../../platform/time/durations';
import { parisHour } from '../../platform/time/paris-day';

/** The facts about a payment when it is created; `amount` in euros. */
export interface RiskFacts {
  amount: number;
  /** Of the recipient's account. */
  country: string;
  /** An earlier payment to that account was approved. */
  knownRecipient: boolean;
  /** How many payments left this account in the hour before. */
  recentPayments: number;
  accountOpenedAt: Date;
  now: Date;
}

export interface RiskScore {
  /** Out of ten, with one decimal. */
  score: number;
  /** The reasons that raised the score above the floor, heaviest first. */
  reasons: RiskReason[];
}

const youngAccountDays = 30;
const manyPayments = 3;
const nightBeginsAt = 23;
const nightEndsAt = 6;
const homeCountry = 'FR';
const highest = 100;

/** Whether each circumstance is given. */
const circumstances: Record<Exclude<RiskReason, 'sanctions'>, (facts: RiskFacts) => boolean> = {
  amount: () => true,
  new_recipient: ({ knownRecipient }) => !knownRecipient,
  country: () => true,
  velocity: ({ recentPayments }) => recentPayments >= manyPayments,
  account_age: ({ accountOpenedAt, now }) =>
    now.getTime() - accountOpenedAt.getTime() < youngAccountDays * dayMs,
  time_of_day: ({ now }) => isNight(parisHour(now)),
};

const fixedPoints = {
  new_recipient: 15,
  velocity: 15,
  account_age: 10,
  time_of_day: 5,
  sanctions: 0,
} as const;

/** Tenths of a point that a given circumstance adds; the score is capped at ten. */
export function reasonPoints(reason: RiskReason, level: RiskLevel, country: string): number {
  if (reason === 'amount') return { low: 0, medium: 15, high: 35 }[level];
  return reason === 'country' ? countryWeight(country) : fixedPoints[reason];
}

/**
 * The risk that a payment is fraudulent. A small payment to a known recipient gets the floor, whatever the rest
 * (decisions, section 1).
 */
export function scoreRisk(facts: RiskFacts): RiskScore {
  if (facts.knownRecipient && facts.amount <= riskThresholds.medium) return { score: riskFloor, reasons: [] };
  const level = riskLevel(facts.amount);
  const added = Object.entries(circumstances)
    .filter(([, isGiven]) => isGiven(facts))
    .map(([name]) => ({ reason: name as RiskReason }))
    .map(({ reason }) => ({ reason, tenths: reasonPoints(reason, level, facts.country) }))
    .filter(({ tenths }) => tenths > 0)
    .sort((left, right) => right.tenths - left.tenths);
  const tenths = added.reduce((sum, each) => sum + each.tenths, riskFloor * 10);
  return { score: Math.min(highest, tenths) / 10, reasons: added.map(({ reason }) => reason) };
}

function countryWeight(country: string): number {
  if (!isSepa(country)) return 20;
  return country === homeCountry ? 0 : 5;
}

const isNight = (hour: number) => hour >= nightBeginsAt || hour < nightEndsAt;
