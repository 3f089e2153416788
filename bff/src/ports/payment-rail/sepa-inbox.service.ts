import { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import type { Collection, Collections } from '@bank/contracts/rails/collections';
import type { CreditTransfers } from '@bank/contracts/rails/credit-transfers';
import {
  type RailMessage,
  readMessage,
  UnknownMessageError,
  writeMessage,
} from '@bank/contracts/rails/messages';
import { contentDigest } from '@bank/contracts/rails/signature';
import type { ReportedStatus, StatusReport } from '@bank/contracts/rails/status-reports';
import { XmlError } from '@bank/contracts/rails/xml';
import type { Transaction } from '../../platform/database/database';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { type Handled, InboxService } from '../messages/inbox.service';
import { SepaFilesService, statementType } from './sepa-files.service';
import { SepaMessagesService } from './sepa-messages.service';
import type { Decision, PaymentOutcome, RailHandlers, RecallAnswered, RefusedMessage } from './payment-rail';

const port = 'sepa';
const resumeAfterSeconds = 30;
const resumedAtOnce = 20;
/** How long messages whose work failed are left, ms: each attempt reads and logs them. */
const failedPause = 30_000;

/** The ISO 20022 reason code of a message of an unknown type. */
export const unknownType = 'DS0F';

/** Reads the messages of the clearing house and hands them to the modules that work on them. */
@Injectable()
export class SepaInboxService {
  private readonly logger = new Logger('Rail');
  private readonly handlers: Partial<RailHandlers> = {};
  /** The place up to which the messages that wait were worked on, so that those that fail keep none waiting. */
  private resumed = 0;
  private pausedUntil = 0;

  constructor(
    private readonly inbox: InboxService,
    private readonly files: SepaFilesService,
    private readonly messages: SepaMessagesService,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {}

  listen(handlers: Partial<RailHandlers>): void {
    Object.assign(this.handlers, handlers);
  }

  /**
   * Stores a message and works on it once; what cannot be read is stored as well, and nothing is booked. Returns the
   * answer for its sender, and the reason code of a message that is refused.
   * @throws MessageIdReused; the driver's error when the database is away.
   */
  receive(body: Buffer): Promise<Handled> {
    const read = this.read(body);
    if (read.type === statementType) return this.files.receive(Readable.from([body]), contentDigest(body));
    if ('fault' in read) return this.inbox.receiveUnread({ port, type: read.type, body }, read.fault);
    const { type, messageId: id } = read;
    return this.inbox.receive({ port, id, type, body }, (tx) => this.work(tx, read));
  }

  /** Hands a message of the bank on that the clearing house refused. */
  async refused(tx: Transaction, message: RefusedMessage): Promise<void> {
    await this.handlers.refused?.(tx, message);
  }

  /** Works on the messages that a server stored and then died, a part of them at each call; returns on how many. */
  async resume(): Promise<number> {
    const now = this.clock.now().getTime();
    // If the clock was set back, the pause is over.
    if (now < this.pausedUntil && now >= this.pausedUntil - failedPause) return 0;
    const left = await this.inbox.unhandled(port, {
      before: new Date(now - resumeAfterSeconds * 1000),
      limit: resumedAtOnce,
      after: this.resumed,
    });
    let failed = 0;
    for (const { body } of left) {
      await this.receive(body).catch((error: unknown) => {
        failed += 1;
        this.logger.error('a stored message is not worked on', (error as Error).stack);
      });
    }
    this.resumed = left.length === resumedAtOnce ? (left.at(-1)?.place ?? 0) : 0;
    if (failed > 0 && this.resumed === 0) this.pausedUntil = now + failedPause;
    return left.length - failed;
  }

  /** Whether a message that arrived before a moment was not worked on. */
  async hasWaiting(before: Date): Promise<boolean> {
    return (await this.inbox.unhandled(port, { before, limit: 1 })).length > 0;
  }

  private read(body: Buffer): RailMessage | { type: string; fault: string } {
    try {
      return readMessage(body);
    } catch (error) {
      if (error instanceof UnknownMessageError) return { type: error.messageType, fault: unknownType };
      if (error instanceof XmlError) return { type: '', fault: error.reasonCode };
      throw error;
    }
  }

  private async work(tx: Transaction, message: RailMessage): Promise<Handled> {
    const { outcomes, returns, recalls } = this.handlers;
    switch (message.type) {
      case 'pacs.002.001.10':
        if (isAboutReturns(message)) await this.returnsRefused(tx, message);
        else if (isAboutRecalls(message)) await recalls?.(tx, recallsRefusedIn(message));
        else await outcomes?.(tx, outcomesOf(message));
        return { answer: null };
      case 'pacs.004.001.09':
        await returns?.(tx, message.returns);
        return { answer: null };
      case 'camt.029.001.09':
        await recalls?.(tx, message.answers);
        return { answer: null };
      case 'pacs.008.001.08':
        return this.credits(tx, message);
      case 'pacs.003.001.08':
        return this.collections(tx, message);
      default:
        return { answer: null, fault: unknownType };
    }
  }

  /** Hands on which of the bank's returns are refused; the others are booked already. */
  private async returnsRefused(
    tx: Transaction,
    { originalMessageId, statuses }: StatusReport,
  ): Promise<void> {
    const rejected = statuses.filter(({ status }) => status === 'RJCT');
    if (rejected.length === 0) return;
    const returns = await this.messages.returnsIn(tx, originalMessageId);
    const refused = rejected.map(({ transactionId, reason }) => {
      const returned = returns.find((each) => each.originalTransactionId === transactionId);
      return { transactionId, ...(reason && { reason }), ...(returned && { returned }) };
    });
    await this.handlers.returnsRefused?.(tx, refused);
  }

  /** An instant credit is answered at once; any other is accepted by silence, and refused by a return. */
  private async credits(tx: Transaction, message: CreditTransfers): Promise<Handled> {
    const { transfers, sender = '', messageId, instant } = message;
    const decisions = await this.handlers.credits?.(tx, transfers, { sender, messageId, instant });
    return { answer: instant && decisions ? this.answer(message, decisions) : null };
  }

  private async collections(tx: Transaction, message: Collections): Promise<Handled> {
    const { messageId, settlementDay } = message;
    const collections = message.collections.map((each) => ({ dueOn: settlementDay, ...each }));
    const origin = { sender: collections[0]?.creditor.bic ?? '', messageId, instant: false };
    const decisions = await this.handlers.collections?.(tx, collections, origin);
    return { answer: this.answer(message, decisions ?? collections.map(refused)) };
  }

  private answer({ type, messageId }: RailMessage, decisions: Decision[]): string {
    const report: StatusReport = {
      type: 'pacs.002.001.10',
      messageId: this.random.reference('M', 20),
      createdAt: this.clock.now(),
      originalMessageId: messageId,
      originalType: type,
      statuses: decisions.map(statusOf),
    };
    return writeMessage(report);
  }
}

/** The status of a credit or a direct debit of another bank's customer. */
export const statusOf = ({ transactionId, endToEndId, reason, pending }: Decision): ReportedStatus => {
  const decided = pending ? 'PDNG' : 'ACSC';
  return { transactionId, endToEndId, status: reason ? 'RJCT' : decided, ...(reason && { reason }) };
};

/** A collection without a handler is refused: the account does not allow such a transaction. */
const refused = ({ transactionId, endToEndId }: Collection): Decision => ({
  transactionId,
  endToEndId,
  reason: { code: 'AG01' },
});

/** Their transactions are those of other banks, whose ids may be those of the bank's own payments. */
const isAboutReturns = ({ originalType }: StatusReport): boolean => originalType.startsWith('pacs.004.');

/** Its transactions are payments of the bank, of which it shows nothing but that they are not recalled. */
const isAboutRecalls = ({ originalType }: StatusReport): boolean => originalType.startsWith('camt.056.');

/** A recall that is refused on its way is refused: the other bank was not asked. */
const recallsRefusedIn = ({ statuses }: StatusReport): RecallAnswered[] =>
  statuses
    .filter(({ status }) => status === 'RJCT')
    .map(({ transactionId, reason }) => ({ transactionId, outcome: 'RJCR', ...(reason && { reason }) }));

/** A status for the whole message counts for nothing that it does not name: a payment ends by its own id alone. */
const outcomesOf = ({ statuses }: StatusReport): PaymentOutcome[] =>
  statuses.map(({ transactionId, status, reason }) => ({
    transactionId,
    state:
      ({ ACSC: 'settled', ACCC: 'settled', RJCT: 'rejected' }[status as string] as
        | PaymentOutcome['state']
        | undefined) ?? 'pending',
    ...(reason && { reason }),
  }));
