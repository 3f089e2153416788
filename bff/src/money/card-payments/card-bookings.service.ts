import { Injectable } from '@nestjs/common';
import { isOffered } from '@bank/contracts/currencies';
import { cleanMerchantName } from '@bank/contracts/merchants';
import { bankWords, markupWords } from '@bank/contracts/movements';
import { responseCodes as codes, type ResponseCode } from '@bank/contracts/rails/cards';
import { minor, rowOf } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { Clock } from '../../platform/time/clock.service';
import type { CardAmount } from '../../ports/card-network/card-network';
import { LedgerService } from '../ledger/ledger.service';
import { roomOf } from '../ledger/levels';
import { MoneyBack } from '../ledger/money-back.service';
import type { LockedAccount, Movement, Posting, TransferKind } from '../ledger/movement';
import { largestOf } from '../ledger/named-amount';
import { RatesService } from '../rates/rates.service';
import { atLeastNothing, heldFor, worthOf } from './card-amounts';
import {
  accountsOf,
  type Booked,
  markupLegs,
  offered,
  purchaseLegs,
  unbookable,
  uncovered,
} from './card-legs';
import { accountOf, accountQuery, type CardAccount, type Purchase } from './purchase';

type BookingKind = 'clearing' | 'refund' | 'chargeback' | 'chargeback_reversal';

/** The network's booking for a purchase, under the network's own reference. */
interface Booking {
  reference: string;
  kind: BookingKind;
  amount: CardAmount;
  settlementDay: string;
}

/** The result of a booking: the total debit, and the part of it that the account did not cover. */
export interface BookedMoney {
  total: bigint;
  owed: bigint;
  /** The reference of its movement. */
  reference: string;
}

/** The account of a card, and all accounts of a booking, locked. */
interface HeldAccounts {
  account: CardAccount;
  locked: Map<number, LockedAccount>;
}

/** Of the most that an account holds, one booking is a quarter at most: the bank's own accounts hold others already. */
const marginOfAccounts = 4n;

const insert = `
  INSERT INTO card_bookings (reference, purchase_id, account_id, kind, amount, currency, worth, markup, owed, transfer_id,
    markup_transfer_id, settlement_day, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const sumOfTaken = (column: string) => `
  SELECT COALESCE(SUM(IF(kind IN ('clearing', 'chargeback_reversal'), ${column}, -${column})), 0) AS taken
  FROM card_bookings WHERE purchase_id = ?`;
/** What the bookings of a purchase took, less what they gave back: in a currency, and in that of the account. */
const takenInCurrency = `${sumOfTaken('amount')} AND currency = ?`;
const takenOfAccount = sumOfTaken('worth');
const takenRow = rowOf({ taken: minor });

/** Books what the card network settles: money out for clearings and returned chargebacks, in for the others. */
@Injectable()
export class CardBookingsService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly rates: RatesService,
    private readonly incidents: IncidentsService,
    private readonly moneyBack: MoneyBack,
    private readonly clock: Clock,
  ) {}

  /** Why an amount cannot be booked: its currency, or more than an account can hold; undefined for one that can. */
  refusal({ minor: sum, currency }: CardAmount): ResponseCode | undefined {
    if (!isOffered(currency)) return codes.notPermitted;
    return sum > largestOf(currency) / marginOfAccounts ? codes.amountLimit : undefined;
  }

  /** The account and the accounts of the bank that a booking needs, locked, after the purchase and the card. */
  async lock(tx: Transaction, accountId: number, amount: CardAmount): Promise<HeldAccounts> {
    const { currency } = await accountOf(tx, accountId);
    const { currency: accountCurrency } = offered({ minor: 0n, currency });
    const ids = accountsOf({ accountId, accountCurrency, amount: offered(amount) });
    const [locked, account] = await tx.together([this.ledger.lockQuery(ids), accountQuery(accountId)]);
    return { account, locked };
  }

  /**
   * Counts a refund as money that comes in, as far as it exceeds what its purchase took or still holds, over accounts locked by
   * `lock`. Returns the code that refuses it when its account may not take that in (`levels.ts`); otherwise undefined.
   */
  async takeIn(
    tx: Transaction,
    purchase: Purchase,
    refund: Booking,
    { account, locked }: HeldAccounts,
  ): Promise<ResponseCode | undefined> {
    const own = locked.get(account.accountId);
    const most = own && !account.closed ? roomOf(own) : null;
    if (!own || most === null) return undefined;
    const worth = await this.beyondPurchase(tx, purchase, refund, account);
    if (worth > most) return codes.amountLimit;
    locked.set(account.accountId, { ...own, takenIn: own.takenIn + worth });
    return undefined;
  }

  /** What a refund has beyond its purchase, in the currency of the account; a purchase in another currency by its worth. */
  private async beyondPurchase(
    tx: Transaction,
    purchase: Purchase,
    refund: Booking,
    account: CardAccount,
  ): Promise<bigint> {
    const { minor: sum, currency } = refund.amount;
    const isHeld = purchase.state === 'held';
    if (purchase.currency !== null && purchase.currency !== currency) {
      const { taken } = await tx.one(takenRow, takenOfAccount, [purchase.id]);
      const { worth } = await this.worth(tx, refund, account);
      return atLeastNothing(worth - atLeastNothing(taken + (isHeld ? heldFor(purchase) : 0n)));
    }
    const { taken } = await tx.one(takenRow, takenInCurrency, [purchase.id, currency]);
    const open = isHeld ? purchase.amount - purchase.cleared - purchase.reversed : 0n;
    const beyond = sum - atLeastNothing(taken + open);
    if (beyond <= 0n) return 0n;
    return (await this.worth(tx, { ...refund, amount: { currency, minor: beyond } }, account)).worth;
  }

  /**
   * Books over accounts locked by `lock`. The network has settled it: it is never refused. What the account does not cover
   * the bank pays from its suspense account, with an incident; money for a closed account waits there.
   */
  async book(
    tx: Transaction,
    purchase: Purchase,
    booking: Booking,
    { account, locked }: HeldAccounts,
  ): Promise<BookedMoney> {
    const isOut = booking.kind === 'clearing' || booking.kind === 'chargeback_reversal';
    const booked = await this.worth(tx, booking, account);
    const total = booked.worth + booked.markup;
    const available = isOut ? availableOf(locked.get(account.accountId)) : total;
    const covered = booked.accountId === undefined ? 0n : total < available ? total : available;
    const movements = movementsOf(purchase, booking, booked, covered);
    const posted = await this.post(tx, locked, movements);
    const owed = isOut ? total - covered : 0n;
    await tx.write(insert, [
      booking.reference,
      purchase.id,
      account.accountId,
      booking.kind,
      booking.amount.minor,
      booking.amount.currency,
      booked.worth,
      booked.markup,
      owed,
      posted[0]?.transferId ?? null,
      posted[1]?.transferId ?? null,
      booking.settlementDay,
      this.clock.now(),
    ]);
    if (owed > 0n || booked.accountId === undefined) {
      const params = { account: account.accountId, amount: String(isOut ? owed : total) };
      await this.incidents.open(tx, {
        kind: isOut ? uncovered : unbookable,
        subject: booking.reference,
        severity: 'medium',
        params,
      });
    }
    if (booking.kind !== 'clearing' && booked.accountId !== undefined) {
      const back = { of: 'purchase', id: purchase.id, accountId: booked.accountId } as const;
      await this.moneyBack.notify(tx, { ...back, amount: isOut ? -total : total });
    }
    return { total, owed, reference: posted[0]?.reference ?? booking.reference };
  }

  private async worth(tx: Transaction, booking: Booking, account: CardAccount): Promise<Booked> {
    const amount = offered(booking.amount);
    const { currency } = offered({ minor: 0n, currency: account.currency });
    const table = amount.currency === currency ? undefined : await this.rates.current(tx);
    const found = worthOf(amount, currency, table);
    // A day's set may lack a currency; every currency that is offered had a rate when it was authorized.
    const worth = found ?? worthOf(amount, currency, await this.rates.lastKnown(amount.currency, tx));
    if (!worth) throw new Error(`no rate of ${amount.currency} for the booking ${booking.reference}`);
    const accountId = account.closed ? undefined : account.accountId;
    return {
      accountId,
      accountCurrency: currency,
      amount,
      worth: worth.worth,
      // A chargeback leaves the markup of the purchase taken: its reversal takes none.
      markup: booking.kind === 'clearing' ? worth.markup : 0n,
    };
  }

  /** Posts movements one after the other under the same locks; the second sees the balances of the first. */
  private async post(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    movements: Movement[],
  ): Promise<Posting[]> {
    const posted: Posting[] = [];
    let accounts = locked;
    for (const movement of movements) {
      const posting = await this.ledger.append(tx, accounts, movement);
      accounts = posting.accounts;
      posted.push(posting);
    }
    for (const [id, account] of accounts) locked.set(id, account);
    return posted;
  }
}

/** The available amount of an account, overdraft included once its owner is verified; holds are released before. */
function availableOf(account: LockedAccount | undefined): bigint {
  if (!account) return 0n;
  const { balance, held, overdraftLimit, isLimited } = account;
  const left = balance - held + (isLimited ? 0n : overdraftLimit);
  return left > 0n ? left : 0n;
}

/** The movement of the purchase, and that of the markup. */
function movementsOf(purchase: Purchase, { kind }: Booking, booked: Booked, covered: bigint): Movement[] {
  const isOut = kind === 'clearing' || kind === 'chargeback_reversal';
  const description = cleanMerchantName(purchase.merchantName ?? '') || bankWords.card;
  const by = { createdBy: null, requestId: null };
  if (!isOut) {
    const given = {
      ...booked,
      worth: -booked.worth,
      amount: { ...booked.amount, minor: -booked.amount.minor },
    };
    const legs = purchaseLegs(given, booked.accountId === undefined ? 0n : given.worth);
    return [{ ...by, kind: 'card_refund', description, legs }];
  }
  // A movement without a customer's entry is the bank's own affair.
  const paid = covered < booked.worth ? covered : booked.worth;
  const ownMarkup = covered === paid ? ('adjustment' as const) : ('fee' as const);
  const first: Movement = {
    ...by,
    description,
    isAuthorized: true,
    legs: purchaseLegs(booked, paid),
    kind: paid === 0n ? 'adjustment' : kindOf(purchase, kind),
  };
  if (booked.markup === 0n) return [first];
  const legs = markupLegs(booked, covered - paid);
  return [first, { ...by, kind: ownMarkup, description: markupWords, legs }];
}

const kindOf = ({ kind }: Purchase, booking: BookingKind): TransferKind =>
  kind === 'cash' && booking === 'clearing' ? 'withdrawal' : 'card';
