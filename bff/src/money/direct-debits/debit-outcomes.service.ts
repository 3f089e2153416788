import { Injectable } from '@nestjs/common';
import { type DirectDebitStatus, shieldHours } from '@bank/contracts/direct-debits';
import type { LogValues } from '@bank/contracts/log-texts';
import { toDecimal } from '@bank/contracts/money';
import { debitBackWords } from '@bank/contracts/movements';
import { AuditService } from '../../platform/audit/audit.service';
import { rowOf, text, whole } from '../../platform/database/columns';
import type { Statement, Transaction } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import { Clock } from '../../platform/time/clock.service';
import { hourMs } from '../../platform/time/durations';
import { parisDay } from '../../platform/time/paris-day';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { legsBetween, type LockedAccount, type Movement } from '../ledger/movement';
import type { AcceptedDebit } from './direct-debit.sql';

/** The outcome of a collection, with its reason if it has one. */
export interface Outcome {
  debit: AcceptedDebit;
  to: Exclude<DirectDebitStatus, 'upcoming'>;
  /** The ISO 20022 reason code of a refusal, return or refund. */
  code?: string;
}

/** The person who caused it; null for the bank and the network. */
export interface CausedBy {
  userId: number | null;
  requestId: string | null;
}
export const theBank: CausedBy = { userId: null, requestId: null };

/** An outcome with the movement that it made, if any. */
interface Made extends Outcome {
  transferId: number | null;
  reference: string;
}

const change = `
  UPDATE direct_debits SET status = ?, reason_code = ?, settled_on = COALESCE(settled_on, ?), changed_at = ?,
    held_until = COALESCE(?, held_until), hold_transfer_id = COALESCE(?, hold_transfer_id),
    booked_at = COALESCE(?, booked_at), transfer_id = COALESCE(?, transfer_id), back_transfer_id = ? WHERE id = ?`;
const references = 'SELECT id, reference FROM transfers WHERE id IN (?)';
const referenceRow = rowOf({ id: whole, reference: text });

const notices = {
  booked: { type: 'transaction', key: 'direct_debit_done' },
  held: { type: 'security', key: 'direct_debit_asked' },
  refused: { type: 'warning', key: 'direct_debit_refused' },
  returned: { type: 'warning', key: 'direct_debit_returned' },
  refunded: { type: 'transaction', key: 'direct_debit_refunded' },
} as const;

/** Writes the outcomes of collections: the money, the rows, the log, the notifications. */
@Injectable()
export class DebitOutcomesService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** @param locked the accounts of all of them, the settlement and the suspense account. @throws what `append` throws. */
  async apply(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    outcomes: Outcome[],
    by: CausedBy = theBank,
  ): Promise<void> {
    const moved = outcomes.flatMap((outcome) => movementOf(outcome, by) ?? []);
    const ids = moved.length === 0 ? [] : await this.ledger.appendAll(tx, locked, moved);
    const written = ids.length === 0 ? [] : await tx.rows(referenceRow, references, [ids]);
    const referenceOf = new Map(written.map(({ id, reference }) => [id, reference]));
    const transfers = ids.values();
    const made = outcomes.map((outcome): Made => {
      const transferId = movementOf(outcome, by) ? (transfers.next().value ?? null) : null;
      return { ...outcome, transferId, reference: referenceOf.get(transferId ?? 0) ?? '' };
    });
    if (made.length > 0) await tx.together(made.map((each) => this.changeOf(each)));
    for (const each of made) this.announce(tx, each, by);
    for (const userId of new Set(made.map(({ debit }) => debit.userId)))
      this.events.emit(tx, userId, 'direct_debit', {});
  }

  private changeOf({ debit, to, code, transferId }: Made): Statement {
    const now = this.clock.now();
    const isHeld = to === 'held';
    const isBooked = to === 'booked';
    const isBack = to === 'returned' || to === 'refunded';
    const heldUntil = new Date(now.getTime() + shieldHours * hourMs);
    return [
      change,
      [
        to,
        code ?? null,
        isHeld || isBooked ? parisDay(now) : null,
        now,
        isHeld ? heldUntil : null,
        isHeld ? transferId : null,
        isBooked ? now : null,
        isBooked ? transferId : null,
        isBack ? transferId : null,
        debit.id,
      ],
    ];
  }

  private announce(tx: Transaction, { debit, to, code = '', reference }: Made, by: CausedBy): void {
    const { userId, creditorName, amount, id } = debit;
    const values = { creditor: creditorName, amount: toDecimal(amount).toFixed(2), reference, code };
    this.notifications.notify(tx, userId, { ...notices[to], values });
    // A booking has the line of its movement.
    if (to === 'booked') return;
    const action = `direct_debit.${to}` as const;
    const facts: LogValues = to === 'held' ? { id } : { id, code };
    this.audit.recordAll(tx, {
      action,
      text: action,
      type: to === 'refunded' ? ('info' as const) : ('warning' as const),
      values: facts,
      userId: by.userId ?? userId,
      requestId: by.requestId,
    });
  }
}

type DebitMovement = Movement & { kind: 'debit' | 'reversal' };

/**
 * The movement of an outcome, if any. What is held is settled with the other bank over the suspense account; its booking
 * later fills that account again.
 */
function movementOf({ debit, to }: Outcome, by: CausedBy): DebitMovement | undefined {
  const { settlement, suspense } = bankAccounts;
  const { accountId, amount, holdTransferId, transferId } = debit;
  const of = { description: descriptionOf(debit), createdBy: by.userId, requestId: by.requestId };
  switch (to) {
    case 'held':
      return { ...of, kind: 'debit', legs: legsBetween(suspense, settlement, amount) };
    case 'booked': {
      const creditor = holdTransferId === null ? settlement : suspense;
      return { ...of, kind: 'debit', legs: legsBetween(accountId, creditor, amount) };
    }
    case 'returned':
      return reversal({ ...of, legs: legsBetween(settlement, suspense, amount) }, holdTransferId);
    case 'refunded': {
      const description = debitBackWords(debit.creditorName).slice(0, 200);
      const legs = legsBetween(settlement, accountId, amount);
      return reversal({ ...of, description, legs }, transferId);
    }
    case 'refused':
      return undefined;
  }
}

function reversal(movement: Omit<Movement, 'kind'>, reverses: number | null): DebitMovement {
  if (reverses === null) throw new Error('a collection goes back without having been settled');
  return { ...movement, kind: 'reversal', reverses };
}

/** The description in the customer's list: the creditor and the remittance information. */
const descriptionOf = ({ creditorName, remittance }: AcceptedDebit): string =>
  [creditorName, remittance].filter(Boolean).join(' · ').slice(0, 200);
