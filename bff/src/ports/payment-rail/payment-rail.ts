import type { Readable } from 'node:stream';
import type { Collection } from '@bank/contracts/rails/collections';
import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import type { Reason } from '@bank/contracts/rails/parts';
import type { RecallOutcome } from '@bank/contracts/rails/recalls';
import type { ReturnedPayment } from '@bank/contracts/rails/returns';
import type { Connection, Transaction } from '../../platform/database/database';
import type { KeptFile } from '../../platform/documents/document-storage.service';

/** The origin of the credits and direct debits of a message. */
export interface Origin {
  /** The BIC of the sender. */
  sender: string;
  messageId: string;
  /** Answered within ten seconds. */
  instant: boolean;
}

/** The network's outcome of a payment of ours; `pending` decides nothing. */
export interface PaymentOutcome {
  transactionId: string;
  state: 'settled' | 'rejected' | 'pending';
  reason?: Reason;
}

/** The bank's decision about another bank's credit or direct debit; a reason refuses it. */
export interface Decision {
  transactionId: string;
  endToEndId: string;
  reason?: Reason;
  /** Not decided yet: a report follows. */
  pending?: boolean;
}

/** The message that brought credits or direct debits. */
export interface Original {
  originalMessageId: string;
  originalType: 'pacs.008.001.08' | 'pacs.003.001.08';
}

/** The other bank's answer to the recall of a payment of ours. */
export interface RecallAnswered {
  transactionId: string;
  outcome: RecallOutcome;
  reason?: Reason;
}

/** A file of the rail, after it was read once; it is stored privately, and nothing of it is booked yet. */
export interface ExaminedFile {
  /** The sender's id; absent when it could not be read. */
  messageId?: string;
  /** The reason code of a file that is refused (ISO 20022). */
  fault?: string;
  /** Stores what is to be done with the file, in the transaction that stores that it arrived. */
  accept?(tx: Transaction, kept: KeptFile): Promise<void>;
}

/** A return of the bank that the clearing house refused: its money did not move. */
export interface RefusedReturn {
  /** Of the credit or direct debit whose money was to go back. */
  transactionId: string;
  reason?: Reason;
  /** What was returned; absent if the bank sent no such return. */
  returned?: ReturnedPayment;
}

/** A message of the bank that the clearing house refused, and the payments that it names. */
export interface RefusedMessage {
  messageId: string;
  /** Such as `pacs.008.001.08`. */
  type: string;
  /** Of the HTTP answer. */
  status: number;
  /** No earlier try of it may have arrived. */
  isOnlyTry: boolean;
  transactionIds: string[];
}

/** A private file of the rail: its name in the document store, and its content from the beginning. */
export interface ReceivedFile {
  name: string;
  open(): Promise<Readable>;
}

/** Reads a private file through, before it is stored that it arrived. */
export type ExamineFile = (file: ReceivedFile) => Promise<ExaminedFile>;

/** The bank's handlers of incoming messages, each in the transaction that marks the message as handled. */
export interface RailHandlers {
  /** A pacs.008 of many credits. */
  creditFile: ExamineFile;
  /**
   * A copy of a pacs.008 of many credits that came before, whose stored file is named. Returns whether the copy takes its
   * place, since the stored one is no longer what came.
   */
  creditFileCopy(tx: Transaction, kept: KeptFile, stored: string): Promise<boolean>;
  /** A camt.053 of the settlement account. */
  statement: ExamineFile;
  outcomes(tx: Transaction, outcomes: PaymentOutcome[]): Promise<void>;
  returnsRefused(tx: Transaction, refused: RefusedReturn[]): Promise<void>;
  returns(tx: Transaction, returns: ReturnedPayment[]): Promise<void>;
  credits(tx: Transaction, credits: CreditTransfer[], origin: Origin): Promise<Decision[]>;
  collections(tx: Transaction, collections: Collection[], origin: Origin): Promise<Decision[]>;
  recalls(tx: Transaction, answers: RecallAnswered[]): Promise<void>;
  refused(tx: Transaction, message: RefusedMessage): Promise<void>;
}

/** A sent payment, by the message that carried it. */
export interface SentPayment {
  transactionId: string;
  endToEndId: string;
  messageId: string;
}

/** Money of a credit or a direct debit that goes back to the bank that sent it. */
export type GivenBack = ReturnedPayment & Original;

/** The result of a verification of payee (EPC218-23); a name only for a close match. */
export interface PayeeVerification {
  result: 'match' | 'close_match' | 'no_match' | 'not_possible';
  name?: string;
}

/** A message about a payment, sent or received; `answeredAt` is when it was answered or worked on. */
export interface PaymentMessage {
  direction: 'out' | 'in';
  id: string;
  type: string;
  at: Date;
  answeredAt: Date | null;
}

/** How the messages of a payment are found. */
export interface PaymentTrace {
  transactionId: string;
  /** The ids of the messages that were sent about it. */
  sent: string[];
  /** When what arrived changed it. */
  changedAt: Date[];
}

/**
 * The clearing house for payments to other banks and from them. Messages are stored with the caller's transaction and
 * leave after it: call `deliver` once it has committed, or leave them to `deliverDue`.
 */
export abstract class PaymentRail {
  /** Whether the bank can reach other banks at all; otherwise nothing of this is offered (503 NOT_CONFIGURED). */
  abstract readonly isConfigured: boolean;

  /** Registers the handlers of incoming messages, each once, when the server starts. */
  abstract listen(handlers: Partial<RailHandlers>): void;

  /**
   * Sends payments, all of one currency, in one message, whose id is returned. Instant ones are sent at most once;
   * without an answer they are in doubt: see `ask`. International ones go to the correspondent bank.
   */
  abstract send(
    tx: Transaction,
    payments: CreditTransfer[],
    kind: { instant: boolean; international: boolean },
  ): Promise<string>;

  /** Asks what became of sent payments of one message; returns the id of the question. */
  abstract ask(tx: Transaction, payments: [SentPayment, ...SentPayment[]]): Promise<string>;

  /** Whether a message of the bank is being sent: until it is answered, or has had its only try. */
  abstract isBeingSent(messageId: string, connection: Connection): Promise<boolean>;

  /** Asks for the money of a sent payment back, once its message is no longer being sent; returns the id of the request. */
  abstract recall(
    tx: Transaction,
    payment: SentPayment & { amount: CreditTransfer['amount'] },
    reason: Reason,
  ): Promise<string>;

  /** Gives money back that came in one message, in one currency, and cannot be kept; returns the id of the message. */
  abstract giveBack(tx: Transaction, ...returned: [GivenBack, ...GivenBack[]]): Promise<string>;

  /** Reports what became of a message's credits or direct debits that had been pending; returns the id of the report. */
  abstract report(tx: Transaction, original: Original, decisions: Decision[]): Promise<string>;

  /** Sends a stored message now and works on its answer; without an answer it stays due. Never throws. */
  abstract deliver(messageId: string): Promise<void>;

  /** Sends what is due, and resumes what arrived and was not worked on; returns how many messages. */
  abstract deliverDue(): Promise<number>;

  /** Whether something that arrived before a moment waits to be worked on, as after a server died. */
  abstract hasWaiting(before: Date): Promise<boolean>;

  /** Whether an account belongs to a name, by the bank that holds it; `not_possible` without an answer within a second. */
  abstract verifyPayee(payee: { name: string; account: string }): Promise<PayeeVerification>;

  /** The messages about a payment that were sent, and those that arrived and changed it, oldest first. */
  abstract messagesOf(trace: PaymentTrace): Promise<PaymentMessage[]>;

  /** A message as it was sent or received, or undefined. */
  abstract textOf(message: Pick<PaymentMessage, 'direction' | 'id'>): Promise<string | undefined>;

  /** How many messages are sent until they are answered, counted to `most`, and when the oldest was stored. */
  abstract backlog(most: number, connection?: Connection): Promise<{ count: number; oldest: Date | null }>;

  /** When the first message was stored or arrived; undefined before any. */
  abstract begunAt(): Promise<Date | undefined>;
}
