import { Injectable } from '@nestjs/common';
import { homeCurrency } from '@bank/contracts/currencies';
import { toDecimal } from '@bank/contracts/money';
import { payeeNameLength } from '@bank/contracts/order-limits';
import { statusOfStage } from '@bank/contracts/payments';
import { recalledSince } from '../../money/accounts/open-recalls';
import { LedgerService } from '../../money/ledger/ledger.service';
import type { LockedAccount } from '../../money/ledger/movement';
import { PaymentIntakeService } from '../../money/payments/payment-intake.service';
import { SessionsService } from '../../people/auth/sessions.service';
import { IdentityCases } from '../../people/kyc/identity-cases.service';
import { lockUser } from '../../people/users/lock-user';
import { UsersService } from '../../people/users/users.service';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { privacyTexts } from '../retention/privacy-texts';
import { ClosingReturnsService } from './closing-returns.service';
import * as sql from './closings.sql';
import type { DueClosing } from './closings.sql';
import { nextLook } from './return-watch';

const second = 1_000;

/** How soon the payment of a balance is looked at again. */
const payingPause = 5 * second;

/** Takes closings step by step to their end; each step is done in the caller's transaction, which locks the closing. */
@Injectable()
export class ClosingStepsService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly intake: PaymentIntakeService,
    private readonly returns: ClosingReturnsService,
    private readonly identities: IdentityCases,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Pays out, closes, fails or watches, whichever is next; of a deactivated customer nothing leaves nor ends until they are active
   * again. Returns whether the closing went on.
   */
  async advance(tx: Transaction, closing: DueClosing): Promise<boolean> {
    const payouts = await tx.rows(sql.payoutRow, sql.payouts, [closing.id]);
    const back = payouts.filter(({ stage }) => statusOfStage[stage] === 'failed');
    if (closing.state === 'closed') return this.watch(tx, closing, back);
    if (back.length > 0) return this.returns.giveUp(tx, closing);
    const isUnderWay = payouts.some(({ stage }) => statusOfStage[stage] === 'pending');
    if (isUnderWay || closing.isDeactivated) return this.wait(tx, closing);
    return this.finish(tx, closing);
  }

  /** Nothing is on its way: what arrived meanwhile is paid out as well, and an empty relation ends. */
  private async finish(tx: Transaction, closing: DueClosing): Promise<boolean> {
    const { userId, iban } = closing;
    // A claim locks the customer too, so that none is opened while the relation ends. People are locked before accounts.
    await lockUser(tx, userId);
    const ids = (await tx.rows(idRow, sql.ownAccounts, [userId])).map(({ id }) => id);
    const accounts = [...(await this.ledger.lock(tx, ids)).values()];
    const { money_under_way: isMoving, owed, claims, recalls } = await this.facts(tx, userId);
    // What a claim or a recall brings, or takes back, needs the account.
    if (isMoving || claims || recalls || accounts.some(({ held }) => held !== 0n))
      return this.wait(tx, closing);
    if (accounts.every(({ balance }) => balance === 0n)) return this.close(tx, closing, ids);
    const isPayable = accounts.every(({ currency, balance }) =>
      currency === homeCurrency ? balance >= 0n : balance === 0n,
    );
    if (!isPayable || iban === null) return this.returns.giveUp(tx, closing);
    // The job `collect-card-debts` first takes from the balance what the bank advanced for a card.
    if (owed) return this.wait(tx, closing);
    return this.payOut(tx, closing, iban, accounts);
  }

  private async payOut(
    tx: Transaction,
    { id, userId, language, requestId }: DueClosing,
    iban: string,
    accounts: LockedAccount[],
  ): Promise<boolean> {
    const balance = accounts.find(({ currency }) => currency === homeCurrency)?.balance ?? 0n;
    const { holder } = await this.facts(tx, userId);
    const payment = await this.intake.order(
      tx,
      { userId, requestId, isPayout: true },
      {
        recipient_account: iban,
        // Both names of a person may be longer than that of a payee.
        recipient_name: [...holder].slice(0, payeeNameLength).join(''),
        amount: toDecimal(balance),
        currency: homeCurrency,
        payment_method: 'sepa_transfer',
        description: privacyTexts(language)('closing.payout'),
      },
    );
    await tx.write(sql.insertPayout, [payment.id, id]);
    await tx.write(sql.lookAgain, [this.after(payingPause), id]);
    return true;
  }

  private async close(tx: Transaction, closing: DueClosing, accountIds: number[]): Promise<boolean> {
    const { id, userId } = closing;
    const now = this.clock.now();
    for (const statement of [sql.endOrders, sql.endMandates]) await tx.write(statement, [now, userId]);
    for (const statement of [sql.endCards, sql.endFees]) await tx.write(statement, [accountIds]);
    await tx.write(sql.endAccounts, [now, userId]);
    await this.identities.endWithRelation(tx, userId, null);
    await this.users.end(tx, userId, 'customer');
    await this.sessions.endAll(tx, userId, 'deactivated');
    await tx.write(sql.setClosed, [now, now, id]);
    await this.audit.record(tx, { action: 'relation.closed', type: 'warning', values: { id }, userId });
    return true;
  }

  /** Brings the relation back when the balance is returned; what is not confirmed by mail yet, `ClosingMailer` sends. */
  private async watch(
    tx: Transaction,
    closing: DueClosing,
    back: { amount: bigint; reference: string }[],
  ): Promise<boolean> {
    if (back.length > 0) return this.returns.reopen(tx, closing, back);
    const { id, closedAt, mailedAt } = closing;
    if (mailedAt === null) return this.wait(tx, closing);
    await tx.write(sql.lookAgain, [nextLook(closedAt, this.clock.now()), id]);
    return false;
  }

  private async wait(tx: Transaction, { id }: DueClosing): Promise<boolean> {
    await tx.write(sql.lookAgain, [this.after(payingPause), id]);
    return false;
  }

  private facts(tx: Transaction, userId: number) {
    return tx.found(sql.factsRow, sql.factsOf, [recalledSince(this.clock.now()), userId]);
  }

  private after(milliseconds: number): Date {
    return new Date(this.clock.now().getTime() + milliseconds);
  }
}
