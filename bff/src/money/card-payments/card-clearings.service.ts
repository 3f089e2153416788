import { Injectable } from '@nestjs/common';
import { responseCodes as codes, type ResponseCode } from '@bank/contracts/rails/cards';
import type { Transaction } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import type {
  CardAmount,
  CardClearing,
  CardRefund,
  CardReversal,
  Chargeback,
} from '../../ports/card-network/card-network';
import { HoldsService, type HoldEnd } from '../ledger/holds.service';
import { LedgerService } from '../ledger/ledger.service';
import type { LockedAccount } from '../ledger/movement';
import { atLeastNothing, heldFor } from './card-amounts';
import { type BookedMoney, CardBookingsService } from './card-bookings.service';
import { CardNoticesService } from './card-notices.service';
import { CardProofsService } from './card-proofs.service';
import { ChargebackWatch } from './chargeback-watch.service';
import {
  accountOf,
  type CardAccount,
  lockPurchase,
  lockPurchaseAndCard,
  type PayingCard,
  type Purchase,
} from './purchase';

const describe = `
  UPDATE card_purchases SET card_id = ?, account_id = ?, kind = ?, amount = ?, currency = ?, merchant_id = ?,
    merchant_name = ?, merchant_city = ?, merchant_country = ?, category = ?, state = 'booked', code = '00'
  WHERE id = ?`;
const clear = 'UPDATE card_purchases SET cleared = cleared + ?, counted = ?, state = ? WHERE id = ?';
const reprice = 'UPDATE card_purchases SET amount = ?, currency = ?, reversed = 0 WHERE id = ?';
const accept = `UPDATE card_purchases SET code = '00', reason = NULL WHERE id = ?`;
const reverse = 'UPDATE card_purchases SET reversed = reversed + ?, counted = ?, state = ? WHERE id = ?';
const markReversed = `UPDATE card_purchases SET state = 'reversed' WHERE id = ?`;
const chargeBack = 'UPDATE card_purchases SET charged_back = charged_back + ? WHERE id = ?';

/** Handles reversals, clearings, refunds and chargebacks after an authorization; each is stored and answered once. */
@Injectable()
export class CardClearingsService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly holds: HoldsService,
    private readonly bookings: CardBookingsService,
    private readonly proofs: CardProofsService,
    private readonly notices: CardNoticesService,
    private readonly watch: ChargebackWatch,
    private readonly clock: Clock,
  ) {}

  /** Releases the hold; a reversal that arrives before its authorization makes that hold nothing. */
  async reverse(tx: Transaction, { original, amount }: CardReversal): Promise<ResponseCode> {
    const purchase = await lockPurchase(tx, original, this.clock.now());
    if (purchase.state === 'new') await tx.write(markReversed, [purchase.id]);
    if (purchase.state !== 'held' || purchase.accountId === null) return codes.approved;
    if (amount && amount.currency !== purchase.currency) return codes.notPermitted;
    const open = purchase.amount - purchase.cleared - purchase.reversed;
    const freed = amount && amount.minor < open ? amount.minor : open;
    const after = { ...purchase, reversed: purchase.reversed + freed };
    const locked = await this.ledger.lock(tx, [purchase.accountId]);
    const { userId } = await accountOf(tx, purchase.accountId);
    await this.lowerHold(tx, locked, after, 'released');
    const left = heldFor(after);
    const state = left > 0n ? 'held' : purchase.cleared > 0n ? 'booked' : 'reversed';
    const counted = purchase.counted - (heldFor(purchase) - left);
    await tx.write(reverse, [freed, atLeastNothing(counted), state, purchase.id]);
    this.notices.balanceOf(tx, locked, purchase.accountId);
    this.notices.changed(tx, { userId, purchaseId: purchase.id });
    return codes.approved;
  }

  /** Books a clearing, whatever the authorization was: the network has paid the merchant. */
  async clear(tx: Transaction, message: CardClearing): Promise<ResponseCode> {
    const { original, amount, isFinal } = message;
    const digests = this.proofs.digestsOf(message.card.number);
    const { purchase: found, card } = await lockPurchaseAndCard(tx, original, digests, this.clock.now());
    const refusal = this.refusal(found, card, message);
    if (refusal !== undefined || !card) return refusal ?? codes.unknownCard;
    const isUnknown = found.cardId === null || (found.kind === 'refund' && found.cleared === 0n);
    const known = isUnknown ? await this.force(tx, found, card, message) : found;
    const purchase = await this.priced(tx, known, amount);
    const accountId = purchase.accountId ?? card.accountId;
    const held = await this.bookings.lock(tx, accountId, amount);
    const isSame = purchase.currency === amount.currency;
    const cleared = isSame ? purchase.cleared + amount.minor : purchase.cleared;
    const after =
      isFinal || !isSame ? { ...purchase, cleared, reversed: purchase.amount } : { ...purchase, cleared };
    const before = known.state === 'held' ? heldFor(known) : 0n;
    const left = purchase.state === 'held' ? heldFor(after) : 0n;
    if (purchase.state === 'held') await this.lowerHold(tx, held.locked, after, 'posted');
    const booked = await this.bookings.book(tx, purchase, { ...message, kind: 'clearing' }, held);
    const counted = atLeastNothing(purchase.counted - before + left + booked.total);
    await tx.write(clear, [isSame ? amount.minor : 0n, counted, left > 0n ? 'held' : 'booked', purchase.id]);
    if (found.state === 'declined') await tx.write(accept, [purchase.id]);
    const use = useOf(held.account.userId, purchase, message.merchant.name, amount);
    const isNews = isUnknown || found.state === 'declined';
    if (booked.owed > 0n) this.notices.booked(tx, use, 'card_owed', booked.reference);
    // The holder knows nothing yet of a payment that was never approved.
    else if (isNews) this.notices.paid(tx, { ...use, card }, worthOf(booked, held.account));
    else this.notices.changed(tx, use);
    return codes.approved;
  }

  /** A merchant's refund to the holder, for a purchase or without one, within what the account may take in. */
  async refund(tx: Transaction, message: CardRefund): Promise<ResponseCode> {
    const { reference, original, amount } = message;
    const digests = this.proofs.digestsOf(message.card.number);
    const { purchase: found, card } = await lockPurchaseAndCard(
      tx,
      original ?? reference,
      digests,
      this.clock.now(),
    );
    const refusal = this.refusal(found, card, message);
    if (refusal || !card) return refusal ?? codes.unknownCard;
    const held = await this.bookings.lock(tx, found.accountId ?? card.accountId, amount);
    const booking = { ...message, kind: 'refund' as const };
    const beyond = await this.bookings.takeIn(tx, found, booking, held);
    if (beyond) return beyond;
    const purchase = found.cardId === null ? await this.force(tx, found, card, booking) : found;
    const booked = await this.bookings.book(tx, purchase, booking, held);
    const use = useOf(held.account.userId, purchase, message.merchant.name, amount);
    this.notices.booked(tx, use, 'card_refunded', booked.reference);
    return codes.approved;
  }

  /** A chargeback gives back at most what was cleared; its reversal takes at most that again. */
  async chargeBack(tx: Transaction, message: Chargeback): Promise<ResponseCode> {
    const { original, request, amount, isReversal } = message;
    const purchase = await lockPurchase(tx, original, this.clock.now());
    const most = isReversal ? purchase.chargedBack : purchase.cleared - purchase.chargedBack;
    const isKnown = purchase.accountId !== null && purchase.currency === amount.currency;
    if (!isKnown || amount.minor > most) return codes.notPermitted;
    const held = await this.bookings.lock(tx, purchase.accountId ?? 0, amount);
    const kind = isReversal ? ('chargeback_reversal' as const) : ('chargeback' as const);
    const booked = await this.bookings.book(tx, purchase, { ...message, kind }, held);
    await tx.write(chargeBack, [isReversal ? -amount.minor : amount.minor, purchase.id]);
    await this.watch.notify(tx, { purchaseId: purchase.id, request, amount, isReversal });
    const use = useOf(held.account.userId, purchase, purchase.merchantName ?? '', amount);
    const again = booked.owed > 0n ? 'card_charged_again_owed' : 'card_charged_again';
    this.notices.booked(tx, use, isReversal ? again : 'card_charged_back', booked.reference);
    return codes.approved;
  }

  /** The reason to refuse a booking: a card of another bank or another purchase, or an amount that cannot be booked. */
  private refusal(
    purchase: Purchase,
    card: PayingCard | undefined,
    { amount }: Pick<CardClearing, 'amount'>,
  ): ResponseCode | undefined {
    if (!card || (purchase.cardId !== null && purchase.cardId !== card.id)) return codes.unknownCard;
    return this.bookings.refusal(amount);
  }

  /** A purchase as its first clearing has it: what was authorized in another currency is claimed back in that of the clearing. */
  private async priced(
    tx: Transaction,
    purchase: Purchase,
    { minor, currency }: CardAmount,
  ): Promise<Purchase> {
    if (purchase.currency === currency || purchase.cleared > 0n) return purchase;
    await tx.write(reprice, [minor, currency, purchase.id]);
    return { ...purchase, amount: minor, currency, reversed: 0n };
  }

  /** A purchase that was never authorized, or whose authorization comes later. */
  private async force(
    tx: Transaction,
    purchase: Purchase,
    card: PayingCard,
    { amount, merchant, kind }: Pick<CardClearing, 'amount' | 'merchant'> & { kind: Purchase['kind'] },
  ): Promise<Purchase> {
    const sum = kind === 'refund' ? 0n : amount.minor;
    await tx.write(describe, [
      card.id,
      card.accountId,
      kind,
      sum,
      amount.currency,
      merchant.id,
      merchant.name,
      merchant.city,
      merchant.country,
      merchant.category,
      purchase.id,
    ]);
    return {
      ...purchase,
      cardId: card.id,
      accountId: card.accountId,
      kind,
      amount: sum,
      currency: amount.currency,
      state: 'booked',
      merchantName: merchant.name,
      merchantCountry: merchant.country,
      category: merchant.category,
    };
  }

  private lowerHold(
    tx: Transaction,
    locked: Map<number, LockedAccount>,
    purchase: Purchase,
    end: HoldEnd,
  ): Promise<void> {
    return this.holds.lowerForCard(tx, locked, { purchaseId: purchase.id, amount: heldFor(purchase), end });
  }
}

const worthOf = ({ total }: BookedMoney, { currency }: CardAccount): CardAmount => ({
  minor: total,
  currency,
});

const useOf = (userId: number, { id }: Purchase, merchantName: string, amount: CardClearing['amount']) => ({
  userId,
  purchaseId: id,
  merchantName,
  amount,
});
