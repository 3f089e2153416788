import type { FlagFact, NumberFact, RuleEvent, TextFact } from '@bank/contracts/rule-words';

/** The facts about an event; amounts in euros. */
export type Facts = Partial<
  Record<NumberFact, number> & Record<FlagFact, boolean> & Record<TextFact, string>
>;

/** The subjects of an event. External identifiers (accounts, addresses, devices) are digests. */
export interface EventKeys {
  /** The other customer of a transfer. */
  recipient?: number | undefined;
  /** A payee's account. */
  payee?: string | undefined;
  card?: number | undefined;
  device?: string | undefined;
  address?: string | undefined;
  document?: string | undefined;
}

/** Something that rules score, before or after it happens. */
export interface ScoredEvent {
  kind: RuleEvent;
  at: Date;
  userId: number;
  facts: Facts;
  keys: EventKeys;
}
