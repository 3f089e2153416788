import type { Counter, Measure, RuleEvent } from '@bank/contracts/rule-words';
import type { ScoredEvent } from './scored-event';

/** The count so far. */
interface Measured {
  measure(event: ScoredEvent, counter: Counter, measure: Measure): number | null;
}

type Key = string | number | undefined;

interface CounterDefinition {
  /** The series that an event asks; undefined where it has none. */
  reads(event: ScoredEvent): Key;
  /** The series to which an event that happened is added; undefined where it is not counted. */
  counts(event: ScoredEvent, book: Measured): Key;
  /** The value kept beside the moment, such as a country. */
  value?(event: ScoredEvent): string | undefined;
}

const dayHours = 24;

/** An amount from nine tenths of a limit up to just under it. */
const nearLimits: Partial<Record<RuleEvent, readonly number[]>> = {
  transfer: [1_000, 10_000],
  payment: [1_000, 10_000],
};
const isNearLimit = ({ kind, facts: { amount = 0 } }: ScoredEvent) =>
  (nearLimits[kind] ?? []).some((limit) => amount >= limit * 0.9 && amount < limit);

const smallAmount = 5;
const customer = ({ userId }: ScoredEvent) => userId;
const isMoney = ({ kind }: ScoredEvent) => kind === 'transfer' || kind === 'payment';
const pair = ({ userId, keys }: ScoredEvent) =>
  keys.payee === undefined ? undefined : `${userId}>${keys.payee}`;
const deviceOf = ({ userId, keys }: ScoredEvent) =>
  keys.device === undefined ? undefined : `${userId}.${keys.device}`;
const documentOf = ({ userId, keys }: ScoredEvent) =>
  keys.document === undefined ? undefined : `${userId}.${keys.document}`;

/** A counter of one kind of the customer's actions. */
const own = (isCounted: (event: ScoredEvent) => boolean): CounterDefinition => ({
  reads: customer,
  counts: (event) => (isCounted(event) ? customer(event) : undefined),
});

/** A counter of the events that name a subject, such as a payee. */
const named = (
  keyOf: (event: ScoredEvent) => Key,
  isCounted: (event: ScoredEvent) => boolean = () => true,
): CounterDefinition => ({
  reads: keyOf,
  counts: (event) => (isCounted(event) ? keyOf(event) : undefined),
});

/** Whether the two of a pair met in the last day: then they count no second time. */
const isNewPair = (event: ScoredEvent, book: Measured): boolean =>
  isMoney(event) && (book.measure(event, 'to_payee', 'idle_hours') ?? dayHours) >= dayHours;

/** How each counter is kept. */
export const counterDefinitions: Record<Counter, CounterDefinition> = {
  activity: own(() => true),
  sent: own(isMoney),
  received: {
    reads: customer,
    counts: ({ kind, keys }) => (kind === 'transfer' ? keys.recipient : undefined),
  },
  senders: {
    reads: customer,
    counts: (event, book) =>
      event.kind === 'transfer' && isNewPair(event, book) ? event.keys.recipient : undefined,
  },
  to_payee: named(pair, isMoney),
  payers: {
    reads: ({ keys }) => keys.payee,
    counts: (event, book) => (isNewPair(event, book) ? event.keys.payee : undefined),
  },
  near_limit: own(isNearLimit),
  sign_ins: own(({ kind }) => kind === 'sign_in'),
  device: named(deviceOf, ({ kind }) => kind === 'sign_in'),
  address: named(
    ({ keys }) => keys.address,
    ({ kind }) => kind === 'sign_in',
  ),
  card: named(({ keys }) => keys.card),
  small_online: named(
    ({ keys }) => keys.card,
    ({ facts }) => facts.online === true && (facts.amount ?? 0) <= smallAmount,
  ),
  place: {
    reads: customer,
    counts: ({ kind, userId, facts }) => (kind === 'card' && !facts.online ? userId : undefined),
    value: ({ facts }) => facts.country,
  },
  contact_changes: own(({ kind }) => kind === 'contact'),
  phone_changes: own(({ kind, facts }) => kind === 'contact' && facts.changed === 'phone'),
  new_payees: own(({ kind }) => kind === 'payee'),
  document: {
    reads: ({ keys }) => keys.document,
    counts: (event, book) => {
      const isKnown = book.measure(event, 'document_of', 'idle_hours') !== null;
      return event.kind === 'identity' && !isKnown ? event.keys.document : undefined;
    },
  },
  document_of: named(documentOf, ({ kind }) => kind === 'identity'),
};

/** The definitions as pairs. */
export const eachCounter = Object.entries(counterDefinitions) as [Counter, CounterDefinition][];
