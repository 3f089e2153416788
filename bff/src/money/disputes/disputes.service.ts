import { Injectable } from '@nestjs/common';
import type { CaseLink, DisputeForm, DisputeOffer, DisputeRemedy, OwnCase } from '@bank/contracts/cases';
import { cleanMerchantName } from '@bank/contracts/merchants';
import { toDecimal } from '@bank/contracts/money';
import { movementText } from '@bank/contracts/movements';
import { idRow } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { isDuplicateOf } from '../../platform/database/database-error';
import { KeyedForms } from '../../platform/documents/keyed-forms.service';
import { ApiException } from '../../platform/errors/api-exception';
import type { AuditAuthor } from '../../platform/http/actor';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import type { ReceivedCaseForm } from '../../people/cases/case-forms.service';
import { CasesService } from '../../people/cases/cases.service';
import { OwnCasesService } from '../../people/cases/own-cases.service';
import { maskedNumber } from '../cards/card-number';
import { disputableUntil, openReasons } from './dispute-period';
import {
  caseOf,
  disputableKinds,
  type Disputed,
  disputedRow,
  insertDispute,
  purchaseRow,
  selectEntry,
  selectPayment,
  selectPurchase,
} from './disputes.sql';

/** Customers' disputes of their transactions, each once. */
@Injectable()
export class DisputesService {
  constructor(
    private readonly database: Database,
    private readonly keyedForms: KeyedForms,
    private readonly cases: CasesService,
    private readonly ownCases: OwnCasesService,
    private readonly clock: Clock,
  ) {}

  /**
   * The possible disputes of one of the caller's transactions.
   * @throws ApiException NOT_FOUND, also for another customer's; DISPUTE_NOT_POSSIBLE for money that came in, for the
   * bank's own movements, and for a chargeback that was taken back, whose purchase has its own dispute.
   */
  async offer({ actor, language }: RequestContext, id: number): Promise<DisputeOffer> {
    const found = await this.disputed(this.database, actor.userId, id);
    const known = await this.database.row(idRow, caseOf, [id]);
    const purchase = await this.purchaseOf(this.database, found);
    const { amount, currency, at } = found;
    return {
      transaction: {
        id,
        description: movementText(found.description, language),
        date: at.toISOString(),
        amount: toDecimal(amount, currency),
        currency,
        payment_id: found.paymentId,
      },
      reasons: openReasons(lossDay(found), parisDay(this.clock.now())),
      remedy: remedyOf(found),
      case_id: known?.id ?? null,
      card: purchase && {
        id: purchase.cardId,
        card_number: maskedNumber(purchase.lastFour),
        is_active: purchase.isActive,
      },
    };
  }

  /**
   * Opens the case of a dispute.
   * @param receive reads the form and stores its files, which only happens for a transaction that can be disputed
   * @throws what `offer` and `receive` do, and ApiException DISPUTE_EXISTS, DISPUTE_PERIOD_OVER, CASE_LIMIT,
   * IDEMPOTENCY_KEY_REUSED.
   */
  async open(
    context: RequestContext,
    id: number,
    receive: () => Promise<ReceivedCaseForm<DisputeForm>>,
  ): Promise<OwnCase> {
    const { userId } = context.actor;
    await this.disputed(this.database, userId, id);
    const received = await receive();
    try {
      return await this.keyedForms.once(context.idempotency, received, async (tx) => {
        const caseId = await this.file(tx, { ...authorOf(context), userId }, id, received);
        return this.ownCases.one(context, caseId, tx);
      });
    } catch (error) {
      if (isDuplicateOf(error, 'disputes_transaction')) throw new ApiException('DISPUTE_EXISTS');
      throw error;
    }
  }

  /** Opens the case of a dispute in a transaction, and returns its id. @throws ApiException as `open`. */
  async file(
    tx: Transaction,
    author: AuditAuthor & { userId: number },
    id: number,
    { form, files }: ReceivedCaseForm<DisputeForm>,
  ): Promise<number> {
    const { userId } = author;
    const { reason, text } = form;
    const found = await this.disputed(tx, userId, id);
    const now = this.clock.now();
    if (parisDay(now) > disputableUntil(lossDay(found), reason)) {
      throw new ApiException('DISPUTE_PERIOD_OVER');
    }
    if (await tx.exists(caseOf, [id])) throw new ApiException('DISPUTE_EXISTS');
    const sum = { amount: -found.amount, currency: found.currency };
    const caseId = await this.cases.open(tx, {
      kind: 'dispute',
      topic: reason,
      userId,
      label: found.description,
      sum,
      links: await this.linksOf(tx, id, found),
      text,
      files,
      author,
    });
    const { purchaseId, paymentId } = found;
    await tx.write(insertDispute, [
      [caseId, userId, id, reason, purchaseId, paymentId, sum.amount, sum.currency, now],
    ]);
    return caseId;
  }

  private async linksOf(tx: Transaction, id: number, found: Disputed): Promise<CaseLink[]> {
    const purchase = await this.purchaseOf(tx, found);
    const { paymentId, description } = found;
    return [
      { type: 'transaction', id, label: description },
      ...(paymentId === null ? [] : [{ type: 'payment' as const, id: paymentId, label: description }]),
      ...(purchase
        ? [
            { type: 'card' as const, id: purchase.cardId, label: maskedNumber(purchase.lastFour) },
            {
              type: 'card_purchase' as const,
              id: purchase.id,
              label: cleanMerchantName(purchase.merchantName ?? ''),
            },
          ]
        : []),
    ];
  }

  private async purchaseOf(connection: Connection, { purchaseId }: Disputed) {
    return purchaseId === null ? null : connection.found(purchaseRow, selectPurchase, [purchaseId]);
  }

  private async disputed(connection: Connection, userId: number, id: number): Promise<Disputed> {
    const row = await connection.row(disputedRow, id % 2 === 1 ? selectPayment : selectEntry, [
      Math.floor(id / 2),
    ]);
    if (row?.userId !== userId) throw new ApiException('NOT_FOUND', { isOfAnother: row !== undefined });
    const isOut = row.amount < 0n && disputableKinds.includes(row.kind);
    // The debit of the purchase stands for the same loss: two disputes of it would be refunded twice.
    if (!isOut || row.isChargedAgain) throw new ApiException('DISPUTE_NOT_POSSIBLE');
    return row;
  }
}

/**
 * The day that the period counts from: the loss comes again with the debit of a reversed chargeback, which has no dispute of its
 * own.
 */
const lossDay = ({ at, chargedAgainAt }: Disputed): string =>
  parisDay(chargedAgainAt !== null && chargedAgainAt > at ? chargedAgainAt : at);

function remedyOf({ kind, purchaseId, paymentId }: Disputed): DisputeRemedy {
  if (purchaseId !== null) return 'chargeback';
  if (paymentId !== null) return 'recall';
  return kind === 'debit' ? 'refund' : 'none';
}
