import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Transaction } from '../../platform/database/database';
import { type DueSlices, processSlices } from '../../platform/database/slices';
import { FailedItems } from '../../platform/errors/items-failed';
import { parisDay } from '../../platform/time/paris-day';
import { type Decision, PaymentRail } from '../../ports/payment-rail/payment-rail';
import type { Outcome } from './debit-outcomes.service';
import { acceptedDebit, type AcceptedDebit, debitColumns } from './direct-debit.sql';
import { DueDebitsService } from './due-debits.service';
import { HeldDebitsService } from './held-debits.service';
import { IncomingCollectionsService } from './incoming-collections.service';

const sliceSize = 100;

const claimDue = `
  SELECT ${debitColumns} FROM direct_debits d
  WHERE d.status = 'upcoming' AND d.due_on <= ? AND (d.due_on > ? OR (d.due_on = ? AND d.id > ?))
  ORDER BY d.due_on, d.id LIMIT ? FOR UPDATE SKIP LOCKED`;
const claimHeld = `
  SELECT ${debitColumns} FROM direct_debits d
  WHERE d.status = 'held' AND d.held_until <= ? AND (d.held_until > ? OR (d.held_until = ? AND d.id > ?))
  ORDER BY d.held_until, d.id LIMIT ? FOR UPDATE SKIP LOCKED`;

/** How many collections came to each outcome. */
type OutcomeCounts = Record<Outcome['to'], number>;
const noOutcomes: OutcomeCounts = { held: 0, booked: 0, refused: 0, returned: 0, refunded: 0 };

const beginning = { id: 0, dueOn: '1000-01-01', heldUntil: new Date(0) };

/** Between the clearing house and the collections: takes its messages, and reports what is decided later. */
@Injectable()
export class CollectionClearingService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly rail: PaymentRail,
    private readonly incoming: IncomingCollectionsService,
    private readonly due: DueDebitsService,
    private readonly held: HeldDebitsService,
  ) {}

  onModuleInit(): void {
    this.rail.listen({
      collections: (tx, collections, origin) => this.incoming.take(tx, collections, origin),
    });
  }

  /**
   * Settles the collections whose day has come, and passes those that were held and not answered; returns how many came to each
   * outcome.
   * @throws ItemsFailed at the end.
   */
  async runDue(now: Date, stopping: AbortSignal): Promise<OutcomeCounts> {
    const failed = new FailedItems();
    const bounds = { size: sliceSize, failed };
    const due = await processSlices(this.database, this.dueUntil(parisDay(now)), bounds, stopping);
    const held = await processSlices(this.database, this.heldUntil(now), bounds, stopping);
    const counts = sumOf([...due.results, ...held.results]);
    failed.end(Object.values(counts).reduce((sum, count) => sum + count, 0));
    return counts;
  }

  /** Reports a pending collection that is decided now. */
  async report(tx: Transaction, outcomes: Outcome[]): Promise<void> {
    const messages = new Map<string, Decision[]>();
    for (const { debit, to, code } of outcomes) {
      const { messageId, transactionId, endToEndId } = debit;
      const refused = to === 'refused' && code !== undefined && { reason: { code } };
      const decision: Decision = { transactionId, endToEndId, ...refused };
      messages.set(messageId, [...(messages.get(messageId) ?? []), decision]);
    }
    for (const [originalMessageId, decisions] of messages) {
      await this.rail.report(tx, { originalMessageId, originalType: 'pacs.003.001.08' }, decisions);
    }
  }

  private dueUntil(today: string): DueSlices<AcceptedDebit, OutcomeCounts> {
    return {
      claim: async (tx, after, limit) => {
        const { id, dueOn } = after ?? beginning;
        const items = await tx.rows(acceptedDebit, claimDue, [today, dueOn, dueOn, id, limit]);
        return { items, last: items.at(-1) };
      },
      work: async (tx, debits) => {
        const outcomes = await this.due.settle(tx, debits);
        await this.report(tx, outcomes);
        return countsOf(outcomes);
      },
    };
  }

  private heldUntil(now: Date): DueSlices<AcceptedDebit, OutcomeCounts> {
    return {
      claim: async (tx, after, limit) => {
        const { id, heldUntil } = after ?? beginning;
        const items = await tx.rows(acceptedDebit, claimHeld, [now, heldUntil, heldUntil, id, limit]);
        return { items, last: items.at(-1) };
      },
      work: async (tx, debits) => countsOf(await this.held.release(tx, debits)),
    };
  }
}

/** Counted by slice: a run may settle a million collections. */
function countsOf(outcomes: Outcome[]): OutcomeCounts {
  const counts = { ...noOutcomes };
  for (const { to } of outcomes) counts[to] += 1;
  return counts;
}

function sumOf(slices: OutcomeCounts[]): OutcomeCounts {
  const sum = { ...noOutcomes };
  for (const to of Object.keys(sum) as Outcome['to'][])
    sum[to] = slices.reduce((count, slice) => count + slice[to], 0);
  return sum;
}
