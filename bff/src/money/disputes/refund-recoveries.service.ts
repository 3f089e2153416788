import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Currency, decimalText } from '@bank/contracts/currencies';
import { bankWords } from '@bank/contracts/movements';
import type { Transaction } from '../../platform/database/database';
import { CasesService } from '../../people/cases/cases.service';
import { lossesOf } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { type CameBack, MoneyBack } from '../ledger/money-back.service';
import { legsBetween } from '../ledger/movement';
import {
  contestedRow,
  missingOf,
  type Paid,
  paidRow,
  recover,
  selectContested,
  selectPaid,
} from './refunds.sql';

/**
 * What comes back of a transaction that the bank has refunded belongs to the bank: it is taken from the account in the
 * transaction that books it. When it is taken away again, the bank refunds what its holder then misses, also beyond what came
 * back since the refund. Nobody is refunded twice.
 */
@Injectable()
export class RefundRecoveriesService implements OnModuleInit {
  constructor(
    private readonly moneyBack: MoneyBack,
    private readonly ledger: LedgerService,
    private readonly cases: CasesService,
  ) {}

  onModuleInit(): void {
    this.moneyBack.listen((tx, back) => this.came(tx, back));
  }

  private async came(tx: Transaction, { of, id, accountId, amount }: CameBack): Promise<void> {
    let left = amount;
    for (const refund of await tx.rows(paidRow, selectPaid[of], [id, accountId])) {
      left -= await this.settle(tx, refund, accountId, left);
    }
  }

  /** Moves what it can of an amount to the bank, or back when negative, and returns that. */
  private async settle(tx: Transaction, refund: Paid, accountId: number, wanted: bigint): Promise<bigint> {
    const losses = lossesOf(refund.currency as Currency);
    const locked = await this.ledger.lock(tx, [losses, accountId]);
    const account = locked.get(accountId);
    const free = account ? account.balance - account.held + account.overdraftLimit : 0n;
    const owed = refund.amount - refund.recovered;
    // An account that was overdrawn meanwhile keeps what fills it: the money back is never refused.
    const part =
      wanted > 0n ? largest(least(wanted, owed, free), 0n) : -(await this.missing(tx, refund, -wanted));
    if (part === 0n) return 0n;
    const legs = part > 0n ? legsBetween(accountId, losses, part) : legsBetween(losses, accountId, -part);
    const description = part > 0n ? bankWords.refundRecovered : bankWords.refund;
    const by = { createdBy: null, requestId: null };
    await this.ledger.append(tx, locked, { ...by, kind: 'adjustment', description, legs });
    const raised = largest(-part - refund.recovered, 0n);
    await tx.write(recover, [raised, part + raised, refund.id]);
    const { currency } = refund;
    const values = { amount: decimalText(part > 0n ? part : -part, currency), currency };
    const key = part > 0n ? ('refund_recovered' as const) : ('refund_restored' as const);
    await this.cases.news(tx, await this.cases.lock(tx, refund.caseId), { key, values });
    return part;
  }

  /** What the holder misses of an amount that was taken again: not what a merchant or another chargeback has given back. */
  private async missing(tx: Transaction, { caseId }: Paid, taken: bigint): Promise<bigint> {
    const contested = await tx.found(contestedRow, selectContested, [caseId]);
    return largest(least(taken, await missingOf(tx, contested)), 0n);
  }
}

const largest = (left: bigint, right: bigint) => (left > right ? left : right);
const least = (...amounts: bigint[]) => amounts.reduce((least, each) => (each < least ? each : least));
