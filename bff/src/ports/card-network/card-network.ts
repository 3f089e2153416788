import type { ChargebackReason, ResponseCode } from '@bank/contracts/rails/cards';
import type { Transaction } from '../../platform/database/database';

/** The network's decision: approved, or declined with a code of ISO 8583; `unknown` without an answer. */
export type TopUpOutcome =
  | { result: 'approved' }
  | { result: 'declined'; code: string }
  | { result: 'unknown' };

/** The result of a request for a chargeback; `unknown` without an answer. */
export type ChargebackOutcome = 'accepted' | 'represented' | 'rejected' | 'unknown';

/** A request for the money of a purchase, whose reference is `original`. */
export interface ChargebackRequest {
  id: string;
  original: string;
  amount: CardAmount;
  reason: ChargebackReason;
}

/** An amount in minor units. */
export interface CardAmount {
  minor: bigint;
  currency: string;
}

/** A card as a shop or machine read it. */
export interface PresentedCard {
  number: string;
  /** The month in which it expires, `2030-11`. */
  expiry: string;
  /** The code of three digits. */
  code?: string | undefined;
  pin?: string | undefined;
}

export interface Merchant {
  id: string;
  /** As the network carries it. */
  name: string;
  city: string | null;
  country: string;
  /** The category code of ISO 18245. */
  category: string;
}

export const channelsUsed = ['online', 'contactless', 'chip', 'stripe'] as const;
export type CardChannelUsed = (typeof channelsUsed)[number];

/** A shop or machine asks whether it will be paid. */
export interface CardAuthorization {
  /** Unique for ever, as are those of all messages. */
  reference: string;
  card: PresentedCard;
  kind: 'purchase' | 'cash';
  channel: CardChannelUsed;
  amount: CardAmount;
  merchant: Merchant;
  /** Whether the holder can be asked (3-D Secure), and the challenge that was answered. */
  canChallenge: boolean;
  challengeId?: string | undefined;
}

/** The bank's answer; a challenge is to be answered by the holder, after which the network asks again with its id. */
export interface AuthorizationAnswer {
  code: ResponseCode;
  approvalCode?: string;
  challenge?: { id: string; expiresAt: Date };
}

/** Something about an earlier purchase, whose reference is `original`. */
interface Following {
  reference: string;
  original: string;
  amount: CardAmount;
}

/** A purchase, or a part of it, will not be cleared; without an amount, all of it. */
export interface CardReversal extends Omit<Following, 'amount'> {
  amount?: CardAmount | undefined;
}

/** Money that the network pays to the merchant for the bank. */
export interface CardClearing extends Following {
  card: PresentedCard;
  kind: 'purchase' | 'cash';
  merchant: Merchant;
  /** No other clearing of this purchase follows. */
  isFinal: boolean;
  settlementDay: string;
}

/** Money of a merchant for the holder, of an earlier purchase or without one. */
export interface CardRefund extends Omit<Following, 'original'> {
  original?: string | undefined;
  card: PresentedCard;
  merchant: Merchant;
  settlementDay: string;
}

/** The network gives the holder's money back, or takes that again. */
export interface Chargeback extends Following {
  /** The id of the request that it answers, where the network names it. */
  request?: string | undefined;
  isReversal: boolean;
  reason?: string | undefined;
  settlementDay: string;
}

/** The network's sums of a settlement day in minor units by currency. */
export interface CardTotals {
  day: string;
  sums: { currency: string; minor: bigint }[];
}

/** The bank's handler of each message, inside the transaction that stores its answer. */
export interface CardHandlers {
  authorization(tx: Transaction, message: CardAuthorization): Promise<AuthorizationAnswer>;
  reversal(tx: Transaction, message: CardReversal): Promise<ResponseCode>;
  clearing(tx: Transaction, message: CardClearing): Promise<ResponseCode>;
  refund(tx: Transaction, message: CardRefund): Promise<ResponseCode>;
  chargeback(tx: Transaction, message: Chargeback): Promise<ResponseCode>;
  /** Returns the bank's own sums; they agree when they are the same. */
  reconciliation(tx: Transaction, totals: CardTotals): Promise<CardTotals['sums']>;
}

/** The card network. */
export abstract class CardNetwork {
  /** Whether the bank has a card network at all; otherwise nothing of it is offered (503 NOT_CONFIGURED). */
  abstract readonly isConfigured: boolean;

  /**
   * Asks for money from a card of another bank, in minor units. The network decides once by the id: asking again gives
   * the same outcome. Never throws.
   */
  abstract topUp(request: { id: string; amount: bigint; currency: string }): Promise<TopUpOutcome>;

  /**
   * Asks for a holder's money. The network decides once by the id; what it accepts comes as a `Chargeback`, which books it.
   * Never throws.
   */
  abstract requestChargeback(request: ChargebackRequest): Promise<ChargebackOutcome>;

  /** Sets what is done with the network's messages. */
  abstract listen(handlers: CardHandlers): void;
}
