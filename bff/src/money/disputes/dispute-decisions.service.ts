import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CaseDecision, CaseRefund, CaseWay } from '@bank/contracts/cases';
import type { Connection, Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { RequestContext } from '../../platform/http/request-context';
import { type AfterDecision, type CaseHandler, CaseHandlers } from '../../people/cases/case-handlers.service';
import type { LockedCase } from '../../people/cases/cases.sql';
import { CardNetwork } from '../../ports/card-network/card-network';
import { OwnPaymentsService } from '../payments/own-payments.service';
import { ChargebacksService } from './chargebacks.service';
import { RefundsService } from './refunds.service';
import { type Dispute, disputeColumns, disputeRow } from './disputes.sql';

const ofCase = `SELECT ${disputeColumns} FROM disputes d WHERE d.case_id = ?`;
/** A reversal of what the dispute is about, such as the refund of a direct debit. */
const reversed = `
  SELECT 1 FROM disputes d JOIN entries e ON e.id = d.transaction_id DIV 2 JOIN transfers r ON r.reverses = e.transfer_id
  WHERE d.id = ? LIMIT 1`;

/** Carries out what was decided about disputes. */
@Injectable()
export class DisputeDecisionsService implements OnModuleInit, CaseHandler {
  constructor(
    private readonly handlers: CaseHandlers,
    private readonly chargebacks: ChargebacksService,
    private readonly payments: OwnPaymentsService,
    private readonly network: CardNetwork,
    private readonly refunds: RefundsService,
  ) {}

  onModuleInit(): void {
    this.handlers.register('dispute', this);
  }

  /**
   * A chargeback while something of the purchase can come back, a recall while the payment can be recalled; words where the
   * money is back already, or the bank has refunded it.
   */
  async way(connection: Connection, caseId: number): Promise<CaseWay | null> {
    const dispute = await connection.found(disputeRow, ofCase, [caseId]);
    const way = await this.wayToMoney(connection, dispute);
    if (way !== null) return way;
    return (await this.refund(connection, caseId))?.state === 'paid' ? 'words' : null;
  }

  refund(connection: Connection, caseId: number): Promise<CaseRefund | null> {
    return this.refunds.of(connection, caseId);
  }

  async decided(
    tx: Transaction,
    { id }: LockedCase,
    decision: CaseDecision,
    context: RequestContext,
  ): Promise<AfterDecision | undefined> {
    if (decision === 'refused') return undefined;
    const dispute = await tx.found(disputeRow, `${ofCase} FOR UPDATE`, [id]);
    if ((await this.way(tx, id)) === 'words') return undefined;
    if (dispute.purchaseId !== null) return this.chargebacks.ask(tx, dispute);
    if (dispute.paymentId === null) throw new ApiException('CASE_NOT_ACCEPTABLE');
    return this.payments.recallFor(tx, context, dispute.paymentId, dispute.userId);
  }

  private async wayToMoney(connection: Connection, dispute: Dispute): Promise<CaseWay | null> {
    if (dispute.purchaseId !== null) return this.wayOfPurchase(connection, dispute);
    if (dispute.paymentId !== null) return this.wayOfPayment(connection, dispute.userId, dispute.paymentId);
    return (await connection.exists(reversed, [dispute.id])) ? 'words' : null;
  }

  private async wayOfPayment(connection: Connection, userId: number, id: number): Promise<CaseWay | null> {
    const { stage, recallable } = await this.payments.one(userId, id, connection);
    if (stage === 'rejected' || stage === 'returned') return 'words';
    return recallable ? 'recall' : null;
  }

  private async wayOfPurchase(connection: Connection, dispute: Dispute): Promise<CaseWay | null> {
    if (dispute.state === 'repaid') return 'words';
    if (dispute.state !== 'open') return null;
    if ((await this.chargebacks.claimable(connection, dispute)) === 0n) return 'words';
    return this.network.isConfigured ? 'chargeback' : null;
  }
}
