import { Injectable } from '@nestjs/common';
import { ibanCountry } from '@bank/contracts/iban';
import type { SanctionsFinding } from '@bank/contracts/payments';
import { AuditService } from '../../platform/audit/audit.service';
import { Database, type Transaction } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import { Clock } from '../../platform/time/clock.service';
import { BankCases } from '../../people/cases/bank-cases.service';
import { noListYet, ScreeningService } from '../../people/screening/screening.service';
import type { LockedPayment } from './locked-payment';
import { findingsOf, noteCompared, recordFindings, removeFinding } from './payment-findings';
import { PaymentSettlementService } from './payment-settlement.service';

const foundSince = 'SELECT 1 FROM payment_findings WHERE payment_id = ? AND found_at >= ? LIMIT 1';
const judgeAgain = 'UPDATE payments SET risk_reasons = ? WHERE id = ?';
/** Who approved first had not seen the findings. */
const unapprove = 'UPDATE payments SET first_approved_by = NULL, first_approved_at = NULL WHERE id = ?';

/** Compares payments that were held because no sanctions list had come with the list that came since. */
@Injectable()
export class UnscreenedPayments {
  constructor(
    private readonly database: Database,
    private readonly screening: ScreeningService,
    private readonly settlement: PaymentSettlementService,
    private readonly cases: BankCases,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Compares a waiting payment, once a list has come, and replaces the finding that none had; its payer, who must not learn of it,
   * never causes that. Whether the payee is like a name of the list, which nobody who decides has seen yet: also where a colleague,
   * who decides at the same time, has just had it compared, for callers that do not name what they have seen.
   * @throws ApiException NOT_FOUND.
   */
  screen(id: number, readerId: number): Promise<boolean> {
    const begun = this.clock.now();
    return this.database.transaction(async (tx) => {
      const payment = await this.settlement.lockAny(tx, id);
      if (payment.stage !== 'awaiting_approval' || payment.ownerId === readerId) return false;
      const known = await findingsOf(tx, id);
      if (known.every(({ entry }) => entry !== noListYet.entry)) return tx.exists(foundSince, [id, begun]);
      const { recipientName, recipientAccount, country } = payment;
      const findings = this.screening.find(recipientName, country ?? ibanCountry(recipientAccount));
      if (findings.includes(noListYet)) return false;
      await this.replace(tx, payment, findings);
      return findings.length > 0;
    });
  }

  private async replace(
    tx: Transaction,
    payment: LockedPayment,
    findings: SanctionsFinding[],
  ): Promise<void> {
    const { id, riskReasons } = payment;
    await removeFinding(tx, id, noListYet.entry);
    if (findings.length > 0) {
      await recordFindings(tx, this.audit, payment, findings, this.clock.now());
      await tx.write(unapprove, [id]);
    } else {
      const reasons = (riskReasons ?? []).filter((reason) => reason !== 'sanctions');
      await tx.write(judgeAgain, [JSON.stringify(reasons), id]);
    }
    await noteCompared(tx, this.cases, id, findings);
    this.events.emit(tx, 'administrators', 'payment', { id, status: 'pending', stage: 'awaiting_approval' });
  }
}
