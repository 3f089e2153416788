import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CaseDecision, CaseWay } from '@bank/contracts/cases';
import type { Connection, Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { RequestContext } from '../../platform/http/request-context';
import { type AfterDecision, type CaseHandler, CaseHandlers } from '../../people/cases/case-handlers.service';
import type { LockedCase } from '../../people/cases/cases.sql';
import { CardNetwork } from '../../ports/card-network/card-network';
import { OwnPaymentsService } from '../payments/own-payments.service';
import { ChargebacksService } from './chargebacks.service';
import { type Dispute, disputeColumns, disputeRow } from './disputes.sql';

const ofCase = `SELECT ${disputeColumns} FROM disputes d WHERE d.case_id = ?`;

/** Carries out what was decided about disputes. */
@Injectable()
export class DisputeDecisionsService implements OnModuleInit, CaseHandler {
  constructor(
    private readonly handlers: CaseHandlers,
    private readonly chargebacks: ChargebacksService,
    private readonly payments: OwnPaymentsService,
    private readonly network: CardNetwork,
  ) {}

  onModuleInit(): void {
    this.handlers.register('dispute', this);
  }

  /**
   * A chargeback while something of the purchase can come back, a recall while the payment can be recalled; words where the
   * money is back already.
   */
  async way(connection: Connection, caseId: number): Promise<CaseWay | null> {
    const dispute = await connection.found(disputeRow, ofCase, [caseId]);
    if (dispute.purchaseId !== null) return this.wayOfPurchase(connection, dispute);
    return (await this.isRecallable(connection, dispute)) ? 'recall' : null;
  }

  async decided(
    tx: Transaction,
    { id }: LockedCase,
    decision: CaseDecision,
    context: RequestContext,
  ): Promise<AfterDecision | undefined> {
    if (decision === 'refused') return undefined;
    const dispute = await tx.found(disputeRow, `${ofCase} FOR UPDATE`, [id]);
    if (dispute.purchaseId !== null) {
      const way = await this.wayOfPurchase(tx, dispute);
      return way === 'words' ? undefined : this.chargebacks.ask(tx, dispute);
    }
    if (dispute.paymentId === null) throw new ApiException('CASE_NOT_ACCEPTABLE');
    return this.payments.recallFor(tx, context, dispute.paymentId, dispute.userId);
  }

  private async wayOfPurchase(connection: Connection, dispute: Dispute): Promise<CaseWay | null> {
    if (dispute.state === 'repaid') return 'words';
    if (dispute.state !== 'open') return null;
    if ((await this.chargebacks.claimable(connection, dispute)) === 0n) return 'words';
    return this.network.isConfigured ? 'chargeback' : null;
  }

  private async isRecallable(connection: Connection, { paymentId, userId }: Dispute): Promise<boolean> {
    if (paymentId === null) return false;
    return (await this.payments.one(userId, paymentId, connection)).recallable;
  }
}
