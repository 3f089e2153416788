import { Injectable } from '@nestjs/common';
import { decimalText, homeCurrency } from '@bank/contracts/currencies';
import { ReopenedAccounts } from '../../money/accounts/reopened-accounts.service';
import { bankAccounts } from '../../money/ledger/bank-accounts';
import { LedgerService } from '../../money/ledger/ledger.service';
import { legsBetween } from '../../money/ledger/movement';
import { suspendedPayment } from '../../money/payments/payment-money';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { UsersService } from '../../people/users/users.service';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { privacyTexts } from '../retention/privacy-texts';
import * as sql from './closings.sql';
import type { DueClosing } from './closings.sql';

/** Relations that go on, because the balance came back. */
@Injectable()
export class ClosingReturnsService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly reopened: ReopenedAccounts,
    private readonly users: UsersService,
    private readonly notifications: NotificationsService,
    private readonly incidents: IncidentsService,
    private readonly audit: AuditService,
  ) {}

  /** Gives up a closing whose payment failed before the end; the money is back on the account. */
  async giveUp(tx: Transaction, closing: DueClosing): Promise<boolean> {
    const { id, userId, overdraftLimit } = closing;
    await tx.write(sql.setOverdraft, [overdraftLimit, userId]);
    await tx.write(sql.setFailed, [id]);
    await this.announce(tx, closing);
    return true;
  }

  /**
   * Brings back a closed relation whose balance another bank returned: the money waits on the suspense account, as does that of
   * other payments that came back. Where an administrator deleted the person, or their e-mail belongs to somebody else by now, it
   * stays there, with an incident.
   */
  async reopen(
    tx: Transaction,
    closing: DueClosing,
    returned: { amount: bigint; reference: string }[],
  ): Promise<boolean> {
    const { id, userId, overdraftLimit } = closing;
    const { id: account } = await tx.one(idRow, sql.homeAccount, [userId]);
    const { suspense } = bankAccounts;
    const locked = await this.ledger.lock(tx, [suspense, account]);
    await tx.write(sql.setFailed, [id]);
    for (const { reference } of returned) await this.incidents.recover(tx, suspendedPayment, reference, 0);
    const amount = returned.reduce((sum, payout) => sum + payout.amount, 0n);
    if (!(await this.users.revive(tx, userId))) {
      const params = { amount: decimalText(amount, homeCurrency), user: userId };
      await this.incidents.open(tx, {
        kind: 'closing_returned',
        subject: String(id),
        severity: 'high',
        params,
      });
      return true;
    }
    await tx.write(sql.reopenAccount, [overdraftLimit, userId]);
    await this.ledger.append(tx, locked, {
      kind: 'adjustment',
      description: privacyTexts('fr')('closing.returned'),
      legs: legsBetween(suspense, account, amount),
      createdBy: null,
      requestId: null,
    });
    await this.reopened.notify(tx, { id: account, userId, currency: homeCurrency });
    await this.announce(tx, closing);
    return true;
  }

  private async announce(tx: Transaction, { id, userId }: DueClosing): Promise<void> {
    await this.audit.record(tx, { action: 'relation.kept', type: 'warning', values: { id }, userId });
    this.notifications.notify(tx, userId, { type: 'warning', key: 'closing_failed', values: {} });
  }
}
