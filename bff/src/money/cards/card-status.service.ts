import { Injectable } from '@nestjs/common';
import type { BlockCardRequest } from '@bank/contracts/admin-cards';
import type { CardChanged, CardStatusRequest } from '@bank/contracts/cards';
import { AuditService } from '../../platform/audit/audit.service';
import type { AuditAuthor } from '../../platform/http/actor';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { maskedNumber } from './card-number';
import { CardEntity } from './card.entity';
import { CardsService } from './cards.service';
import { lockCard, lockOwnCard } from './own-card';
import { Database, type Transaction } from '../../platform/database/database';

const setBlock = 'UPDATE cards SET status = ?, blocked_by_bank = ? WHERE id = ?';

@Injectable()
export class CardStatusService {
  constructor(
    private readonly database: Database,
    private readonly cards: CardsService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
  ) {}

  /**
   * Sets the status of one of the caller's cards; a no-op when it has that status.
   * @throws ApiException NOT_FOUND when the card is not the caller's; CARD_INACTIVE when it is neither active nor blocked;
   * CARD_BLOCKED_BY_BANK when the bank's block would be lifted.
   */
  set(context: RequestContext, id: number, { status }: CardStatusRequest): Promise<CardChanged> {
    return this.database.transaction(async (tx) => {
      const card = await lockOwnCard(tx, context.actor.userId, id);
      if (card.status === 'inactive') throw new ApiException('CARD_INACTIVE');
      if (card.blockedByBank && status === 'active') throw new ApiException('CARD_BLOCKED_BY_BANK');
      if (card.status !== status) await this.change(tx, authorOf(context), id, status);
      return { success: true, card: await this.cards.shown(tx, id) };
    });
  }

  /**
   * Blocks a customer's card for the bank, or lifts the block, and notifies the holder; a no-op when it is so already.
   * @throws ApiException NOT_FOUND; CARD_INACTIVE of a card that ended; OWN_USER_CHANGE of the caller's own card.
   */
  setByBank(
    context: RequestContext,
    id: number,
    { blocked, reason }: BlockCardRequest,
  ): Promise<CardChanged> {
    return this.database.transaction(async (tx) => {
      const card = await lockCard(tx, id);
      if (card.userId === context.actor.userId) throw new ApiException('OWN_USER_CHANGE');
      if (card.status === 'inactive') throw new ApiException('CARD_INACTIVE');
      if (card.blockedByBank !== blocked) {
        const status = blocked ? 'blocked' : 'active';
        await tx.write(setBlock, [status, blocked, id]);
        const values = { card: maskedNumber(card.lastFour) };
        const key = blocked ? 'card_blocked_by_bank' : 'card_unblocked_by_bank';
        this.notifications.notify(tx, card.userId, { type: 'security', key, values });
        this.events.emit(tx, card.userId, 'card', { id, status });
        await this.audit.record(tx, {
          action: blocked ? 'card.blocked_by_bank' : 'card.unblocked_by_bank',
          type: 'warning',
          values: { ...values, id: card.userId, reason },
          ...authorOf(context),
        });
      }
      return { success: true, card: await this.cards.shown(tx, id) };
    });
  }

  /** Changes the status of a card that the caller's transaction holds locked. */
  async change(
    tx: Transaction,
    author: AuditAuthor,
    id: number,
    status: CardStatusRequest['status'],
  ): Promise<void> {
    await tx.write('UPDATE cards SET status = ? WHERE id = ?', [status, id]);
    const { lastFour } = await tx.entities.findOneByOrFail(CardEntity, { id });
    const action = status === 'blocked' ? 'card.blocked' : 'card.unblocked';
    await this.audit.record(tx, {
      action,
      type: 'info',
      values: { card: maskedNumber(lastFour) },
      ...author,
    });
    this.events.emit(tx, author.userId, 'card', { id, status });
  }
}
