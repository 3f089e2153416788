/** The subjects of rules; the words of `rules.ts`, which the screens name in both languages. */

/** The events that rules score (the bank and the world, section 6). */
export const ruleEvents = ['sign_in', 'transfer', 'payment', 'card', 'payee', 'contact', 'identity'] as const;
export type RuleEvent = (typeof ruleEvents)[number];

/** The actions of a rule, from the mildest to the strictest. A challenge is an approval by the customer. */
export const ruleActions = ['allow', 'challenge', 'hold', 'block'] as const;
export type RuleAction = (typeof ruleActions)[number];

const all = ruleEvents;

/** Facts that are numbers, with the events that have them. Amounts are euros; `score` is the risk score of a payment. */
export const numberFacts = {
  amount: ['transfer', 'payment', 'card'],
  score: ['payment'],
  hour: all,
  relation_days: all,
  sanctions: ['payment'],
  /** Credits of other banks to the payer in the last 24 hours, in euros. */
  credited: ['payment'],
  /** Credits of other customers and other banks to the payer within the last hour, in euros. */
  received_hour: ['transfer', 'payment'],
  /** How many people and accounts at other banks sent the payer that; of customers, those who sent nothing in the day before. */
  senders_hour: ['transfer', 'payment'],
} as const satisfies Record<string, readonly RuleEvent[]>;
export type NumberFact = keyof typeof numberFacts;

/** Facts that hold or not. */
export const flagFacts = {
  verified: all,
  international: ['payment'],
  online: ['card'],
  cash: ['card'],
} as const satisfies Record<string, readonly RuleEvent[]>;
export type FlagFact = keyof typeof flagFacts;

/** Facts that are a word, to be compared with a list. `country` is an ISO 3166 code, `changed` a kind of contact data. */
export const textFacts = {
  country: ['payment', 'card', 'payee'],
  category: ['card'],
  method: ['payment'],
  changed: ['contact'],
} as const satisfies Record<string, readonly RuleEvent[]>;
export type TextFact = keyof typeof textFacts;

/** How many, how much (euros), how long since the first (0 without one), since the last, since the last in another country. */
export const measures = ['count', 'sum', 'age_hours', 'idle_hours', 'elsewhere_hours'] as const;
export type Measure = (typeof measures)[number];
/** Those that look at a window. */
export const windowed: readonly Measure[] = ['count', 'sum'];

const money = ['transfer', 'payment'] as const;

/** The counters, always of earlier events, with the events for which each exists. */
export const counters = {
  /** All activity of the customer. */
  activity: all,
  /** Money that the customer sends. */
  sent: all,
  /** Money that other customers send to the customer. */
  received: all,
  /** How many people sent the customer money, each once a day. */
  senders: all,
  /** Money that the customer sends to this payee. */
  to_payee: money,
  /** How many customers send money to this payee, each once a day. */
  payers: money,
  /** Amounts of the customer that stay just under a limit. */
  near_limit: money,
  sign_ins: all,
  /** Sign-ins of the customer with this device. */
  device: all,
  /** Sign-ins from this network address. */
  address: ['sign_in'],
  /** Authorization requests for this card. */
  card: ['card'],
  /** Of this card, online, at most five euros. */
  small_online: ['card'],
  /** The countries in whose shops and machines the customer's cards are used. */
  place: ['card'],
  contact_changes: all,
  phone_changes: all,
  new_payees: all,
  /** How many customers sent this document. */
  document: ['identity'],
  /** How often this customer sent this document. */
  document_of: ['identity'],
} as const satisfies Record<string, readonly RuleEvent[]>;
export type Counter = keyof typeof counters;

/** Hours that a window can have; windows end with the event and are counted in steps of ten minutes. */
export const windowHours = [1, 2, 6, 12, 24, 72, 168, 720] as const;

/** The counters of which facts are made, beside what other banks sent. */
export const countersOfFacts: Partial<Record<NumberFact, Counter>> = {
  received_hour: 'received',
  senders_hour: 'senders',
};

export const comparisons = ['above', 'at_least', 'below', 'at_most'] as const;
export type Comparison = (typeof comparisons)[number];
