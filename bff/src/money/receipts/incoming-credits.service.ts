import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Currency, decimalText, homeCurrency, isOffered } from '@bank/contracts/currencies';
import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import { AuditService } from '../../platform/audit/audit.service';
import type { Transaction } from '../../platform/database/database';
import { RandomSource } from '../../platform/security/random-source.service';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { NotificationsService } from '../../people/notifications/notifications.service';
import {
  type Decision,
  type GivenBack,
  type Origin,
  PaymentRail,
} from '../../ports/payment-rail/payment-rail';
import { settlementOf, suspenseOf } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { legsBetween, type LockedAccount } from '../ledger/movement';
import { Headroom } from './credit-rules';
import { accountIdsOf, accountsQuery, type CustomerAccount } from './credited-accounts';
import { type DecidedCredit, type ReceivedCredit, ReceiptsService } from './receipts.service';

/** The most returns of one message. */
const returnsAtOnce = 500;

/** The reason code of a credit under the id of another one (ISO 20022: duplication). */
const usedId = 'AM05';

/** A credit that may be booked, and its account. */
interface Accepted {
  credit: CreditTransfer;
  account: CustomerAccount;
}

/** A credit that is refused; `viaSuspense` when its money comes to the suspense account before it goes back. */
interface Refused {
  credit: CreditTransfer;
  code: string;
  viaSuspense: boolean;
  /** Its account, when the level of the owner is why. */
  overLevel: CustomerAccount | undefined;
}

/** Credits of other banks' customers to ours. */
@Injectable()
export class IncomingCreditsService implements OnModuleInit {
  constructor(
    private readonly rail: PaymentRail,
    private readonly receipts: ReceiptsService,
    private readonly ledger: LedgerService,
    private readonly notifications: NotificationsService,
    private readonly incidents: IncidentsService,
    private readonly audit: AuditService,
    private readonly random: RandomSource,
  ) {}

  onModuleInit(): void {
    this.rail.listen({
      credits: (tx, credits, origin) => this.take(tx, credits, { ...origin, inFile: false }),
      returnsRefused: (tx, refused) => this.receipts.returnsRefused(tx, refused),
    });
  }

  /**
   * Books each credit once by its sender and transaction id; one that came before gets its earlier decision, and another
   * one under its id is refused with an incident: which of the two was paid is not known, so no money moves. Refused
   * instant credits are refused in the answer; others have arrived, and go back with a return. The number of credits
   * must be bounded: all their accounts are locked at once.
   */
  async take(
    tx: Transaction,
    credits: CreditTransfer[],
    origin: Origin & { inFile: boolean },
  ): Promise<Decision[]> {
    const [first, ...others] = credits.map(({ transactionId }) => transactionId);
    if (first === undefined) return [];
    const ids = await accountIdsOf(tx, credits);
    const locked = await this.ledger.lock(tx, [...bankAccountsFor(credits), ...ids]);
    // After the locks: the same credits in another transaction have been decided by then.
    const [accounts, decided] = await tx.together([
      accountsQuery(ids),
      this.receipts.earlierQuery(origin.sender, [first, ...others]),
    ]);
    const { accepted, refused, altered } = decide(credits, {
      decided,
      accounts,
      locked,
      origin,
    });
    const balances = await this.book(tx, locked, accepted, origin);
    await this.refuse(tx, balances, refused, origin);
    await this.refuseAltered(tx, altered, origin);
    return credits.map((credit) => {
      const { transactionId, endToEndId } = credit;
      const code = altered.includes(credit) ? usedId : (decided.get(transactionId)?.code ?? null);
      return { transactionId, endToEndId, ...(code !== null && { reason: { code } }) };
    });
  }

  private async refuseAltered(
    tx: Transaction,
    altered: CreditTransfer[],
    { messageId }: Origin,
  ): Promise<void> {
    const lines = altered.map(({ transactionId: id }) => {
      return { action: 'credit.refused', type: 'warning', values: { id, code: usedId } } as const;
    });
    this.audit.recordAll(tx, ...lines);
    for (const { transactionId, amount } of altered) {
      const params = { message: messageId, amount: String(amount.minor), currency: amount.currency };
      await this.incidents.open(tx, {
        kind: 'credit_altered',
        subject: transactionId,
        severity: 'high',
        params,
      });
    }
  }

  private async book(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    accepted: Accepted[],
    origin: Origin,
  ): Promise<Map<number, LockedAccount>> {
    const movements = accepted.map(({ credit, account }) => ({
      kind: 'credit' as const,
      description: descriptionOf(credit),
      sender: credit.debtor.account,
      legs: legsBetween(settlementOf(account.currency), account.id, credit.amount.minor),
      createdBy: null,
      requestId: null,
    }));
    const { transfers, accounts } = await this.ledger.appendEach(tx, locked, movements);
    const received = accepted.map(({ credit }, at): ReceivedCredit => {
      return { credit, outcome: 'booked', transferId: transfers[at]?.transferId ?? null };
    });
    this.receipts.recordCredits(tx, received, origin);
    const news = accepted.flatMap(({ credit: { amount, debtor }, account }, at) => {
      const reference = transfers[at]?.reference ?? '';
      const { currency } = account;
      const values = {
        amount: decimalText(amount.minor, currency),
        currency,
        sender: debtor.name,
        reference,
      };
      const one = { userId: account.userId, type: 'transaction', key: 'money_received', values } as const;
      return account.isMuted ? [] : [one];
    });
    this.notifications.notifyEach(tx, news);
    return accounts;
  }

  private async refuse(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    refused: Refused[],
    origin: Origin,
  ): Promise<void> {
    const received = refused.map(({ credit, code }): ReceivedCredit => {
      return { credit, outcome: 'refused', code, transferId: null };
    });
    this.receipts.recordCredits(tx, received, origin);
    const lines = refused.map(({ credit: { transactionId: id }, code }) => {
      return { action: 'credit.refused', type: 'warning', values: { id, code } } as const;
    });
    this.audit.recordAll(tx, ...lines);
    this.notifications.notifyEach(tx, refused.flatMap(overLevelNotice));
    await this.passThrough(tx, locked, refused);
    if (!origin.instant) await this.giveBack(tx, refused, origin);
  }

  /** The money of a credit that goes back came and left: both are booked, as the clearing house books them. */
  private async passThrough(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    refused: Refused[],
  ): Promise<void> {
    const passing = refused.flatMap(({ viaSuspense, credit: { transactionId, amount } }) =>
      viaSuspense && isOffered(amount.currency)
        ? [{ description: transactionId, minor: amount.minor, currency: amount.currency }]
        : [],
    );
    const movement = ({ description, currency }: (typeof passing)[number], minor: bigint) => ({
      description,
      createdBy: null,
      requestId: null,
      legs: legsBetween(settlementOf(currency), suspenseOf(currency), minor),
    });
    const came = passing.map((each) => ({ kind: 'credit' as const, ...movement(each, each.minor) }));
    const { transfers, accounts } = await this.ledger.appendEach(tx, locked, came);
    const left = passing.map((each, at) => {
      const reverses = transfers[at]?.transferId ?? 0;
      return { kind: 'reversal' as const, reverses, ...movement(each, -each.minor) };
    });
    await this.ledger.appendEach(tx, accounts, left);
  }

  /** A message holds returns of one currency, and no more than a message can. */
  private async giveBack(tx: Transaction, refused: Refused[], { messageId }: Origin): Promise<void> {
    const currencies = new Set(refused.map(({ credit }) => credit.amount.currency));
    for (const currency of currencies) {
      const each = refused.filter(({ credit }) => credit.amount.currency === currency);
      for (let from = 0; from < each.length; from += returnsAtOnce) {
        const [first, ...others] = each
          .slice(from, from + returnsAtOnce)
          .map((one) => this.returnOf(one, messageId));
        if (first) await this.rail.giveBack(tx, first, ...others);
      }
    }
  }

  private returnOf({ credit, code }: Refused, messageId: string): GivenBack {
    return {
      returnId: this.random.reference('RT', 16),
      originalTransactionId: credit.transactionId,
      originalEndToEndId: credit.endToEndId,
      originalMessageId: messageId,
      originalType: 'pacs.008.001.08',
      amount: credit.amount,
      reason: { code },
    };
  }
}

/** The bank's accounts that credits come over, and go back from: those in euros, and in each further currency. */
function bankAccountsFor(credits: CreditTransfer[]): number[] {
  const named = credits.map(({ amount }) => amount.currency).filter(isOffered);
  return [...new Set<Currency>([homeCurrency, ...named])].flatMap((currency) => [
    settlementOf(currency),
    suspenseOf(currency),
  ]);
}

interface Known {
  /** The earlier decisions by their ids, to which those of new credits are added. */
  decided: Map<string, DecidedCredit>;
  accounts: Map<string, CustomerAccount>;
  locked: Map<number, LockedAccount>;
  origin: Pick<Origin, 'instant'> & { inFile: boolean };
}

/** Decides on the credits that have no decision yet. */
function decide(credits: CreditTransfer[], { decided, accounts, locked, origin }: Known) {
  const headroom = new Headroom(locked, origin);
  const [accepted, refused]: [Accepted[], Refused[]] = [[], []];
  const altered: CreditTransfer[] = [];
  for (const credit of credits) {
    const earlier = decided.get(credit.transactionId);
    if (earlier) {
      if (!isSame(earlier, credit)) altered.push(credit);
      continue;
    }
    const account = accounts.get(credit.creditor.account);
    const code = headroom.admit(credit, account);
    const overLevel = headroom.overLevel.has(credit) ? account : undefined;
    const { amount, creditor, debtor, endToEndId } = credit;
    decided.set(credit.transactionId, {
      code,
      endToEndId,
      amount: amount.minor,
      currency: amount.currency,
      account: creditor.account,
      debtor: debtor.account,
    });
    if (code === null && account) accepted.push({ credit, account });
    else if (code !== null)
      refused.push({
        credit,
        code,
        viaSuspense: !origin.instant && headroom.admitToSuspense(credit),
        overLevel,
      });
  }
  return { accepted, refused, altered };
}

const isSame = (earlier: DecidedCredit, credit: CreditTransfer): boolean =>
  earlier.endToEndId === credit.endToEndId &&
  earlier.amount === credit.amount.minor &&
  earlier.currency === credit.amount.currency &&
  earlier.account === credit.creditor.account &&
  earlier.debtor === credit.debtor.account;

/** The account's owner reads why money went back, and what to do. */
const overLevelNotice = ({ overLevel: account, credit: { amount, debtor } }: Refused) => {
  if (!account) return [];
  const { userId, currency } = account;
  const values = { amount: decimalText(amount.minor, currency), currency, sender: debtor.name };
  const key = currency === homeCurrency ? 'credit_over_level' : 'credit_needs_identity';
  return [{ userId, type: 'warning', key, values } as const];
};

/** The description in the customer's list: the debtor and the remittance information. */
const descriptionOf = ({ debtor, remittance }: CreditTransfer): string =>
  [debtor.name, remittance].filter(Boolean).join(' · ').slice(0, 200);
