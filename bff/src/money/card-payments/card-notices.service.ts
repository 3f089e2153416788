import { Injectable } from '@nestjs/common';
import type { CardReason } from '@bank/contracts/card-reasons';
import type { Card } from '@bank/contracts/cards';
import { decimalText } from '@bank/contracts/currencies';
import { cleanMerchantName } from '@bank/contracts/merchants';
import type { Transaction } from '../../platform/database/database';
import { Config } from '../../platform/config/config';
import { EventsService } from '../../platform/events/events.service';
import type { NotificationKey } from '../../people/notifications/notification-texts';
import { NotificationsService } from '../../people/notifications/notifications.service';
import type { CardAmount } from '../../ports/card-network/card-network';
import { maskedNumber } from '../cards/card-number';
import { balanceEvents } from '../ledger/live-balance';
import type { LockedAccount } from '../ledger/movement';
import { refusalToken } from './challenge-token';

/** The holder of the used card, and the merchant. */
export interface CardUse {
  userId: number;
  purchaseId: number;
  card?: { lastFour: string };
  merchantName: string;
  amount: CardAmount;
}

/** Live events and notifications about cards. */
@Injectable()
export class CardNoticesService {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly config: Config,
  ) {}

  /** An approved purchase or withdrawal; `worth` is what it takes of the account. */
  paid(tx: Transaction, use: CardUse, worth: CardAmount): void {
    const isAbroad = use.amount.currency !== worth.currency;
    const values = isAbroad && {
      worth: decimalText(worth.minor, worth.currency),
      worth_currency: worth.currency,
    };
    this.notifyHolder(tx, use, isAbroad ? 'card_paid_abroad' : 'card_paid', values || {});
  }

  declined(tx: Transaction, use: CardUse, reason: CardReason): void {
    this.notifyHolder(tx, use, 'card_declined', { reason }, 'warning');
  }

  /** The notification itself can refuse the payment, and opens the page on which it is approved. */
  challenged(tx: Transaction, use: CardUse, challenge: string): void {
    const refusal = refusalToken(this.config, challenge);
    this.notifyHolder(tx, use, 'card_challenge', { challenge, refusal }, 'security');
    this.events.emit(tx, use.userId, 'card_challenge', {});
  }

  /** Online payments were switched off after wrong codes. */
  switchedOff(tx: Transaction, userId: number, { id, lastFour }: { id: number; lastFour: string }): void {
    const values = { card: maskedNumber(lastFour) };
    this.notifications.notify(tx, userId, { type: 'security', key: 'card_online_off', values });
    this.events.emit(tx, userId, 'card', { id, status: 'active' });
  }

  /** A payment changed what its card can do, and notifies of itself: open pages read the card again. */
  cardChanged(tx: Transaction, userId: number, card: Pick<Card, 'id' | 'status'>): void {
    this.events.emit(tx, userId, 'card', card);
  }

  /** Notifies of money credited back or debited again, under the reference of its movement. */
  booked(
    tx: Transaction,
    use: CardUse,
    key:
      | 'card_refunded'
      | 'card_charged_back'
      | 'card_charged_again'
      | 'card_charged_again_owed'
      | 'card_owed',
    reference: string,
  ): void {
    this.notifyHolder(tx, use, key, { reference }, key.endsWith('_owed') ? 'warning' : 'transaction');
  }

  /** Notifies of the available balance of an account after a hold was placed or released. */
  balanceOf(tx: Transaction, locked: Map<number, LockedAccount>, accountId: number): void {
    const account = locked.get(accountId);
    if (account) this.events.emitAll(tx, balanceEvents(account));
  }

  /** The purchase changed without a notification. */
  changed(tx: Transaction, { userId, purchaseId }: Pick<CardUse, 'userId' | 'purchaseId'>): void {
    this.events.emit(tx, userId, 'card_purchase', { id: purchaseId });
  }

  private notifyHolder(
    tx: Transaction,
    { userId, purchaseId, card, merchantName, amount }: CardUse,
    key: NotificationKey,
    more: Record<string, string>,
    type: 'transaction' | 'warning' | 'security' = 'transaction',
  ): void {
    const values = {
      merchant: cleanMerchantName(merchantName),
      card: card ? maskedNumber(card.lastFour) : '',
      amount: decimalText(amount.minor, amount.currency),
      amount_currency: amount.currency,
      ...more,
    };
    this.notifications.notify(tx, userId, { type, key, values });
    this.changed(tx, { userId, purchaseId });
  }
}
