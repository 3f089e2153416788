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
import { lockCard, lockOwnCard, refuseEnded } from './own-card';
import { Database, type Transaction } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';

/** The holder's block remains when the bank lifts its own. */
const blockByBank = `
  UPDATE cards SET stays_blocked = (status = 'blocked'), status = 'blocked', blocked_by_bank = 1 WHERE id = ?`;
/** The holder's block of a card that the bank blocks outlasts the bank's. */
const keepBlocked = 'UPDATE cards SET stays_blocked = 1 WHERE id = ?';
const liftBlock = `
  UPDATE cards SET status = IF(stays_blocked, 'blocked', 'active'), blocked_by_bank = 0, stays_blocked = 0 WHERE id = ?`;

@Injectable()
export class CardStatusService {
  constructor(
    private readonly database: Database,
    private readonly cards: CardsService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets the status of one of the caller's cards; a no-op when it has that status. One that the bank blocks stays blocked
   * after its block, if the holder blocks it too.
   * @throws ApiException NOT_FOUND when the card is not the caller's; CARD_INACTIVE of a card that is lost or expired;
   * CARD_BLOCKED_BY_BANK when the bank's block would be lifted.
   */
  set(context: RequestContext, id: number, { status }: CardStatusRequest): Promise<CardChanged> {
    return this.database.transaction(async (tx) => {
      const card = await lockOwnCard(tx, context.actor.userId, id);
      refuseEnded(card, parisDay(this.clock.now()));
      if (card.blockedByBank && status === 'active') throw new ApiException('CARD_BLOCKED_BY_BANK');
      if (card.blockedByBank) await tx.write(keepBlocked, [id]);
      else if (card.status !== status) await this.change(tx, authorOf(context), id, status);
      return { success: true, card: await this.cards.shown(tx, id) };
    });
  }

  /**
   * Blocks a customer's card for the bank, or lifts the block, and notifies the holder; a no-op without a change. A card that
   * its holder had blocked stays blocked.
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
      refuseEnded(card, parisDay(this.clock.now()));
      if (card.blockedByBank !== blocked) {
        await tx.write(blocked ? blockByBank : liftBlock, [id]);
        const { status } = await lockCard(tx, id);
        const values = { card: maskedNumber(card.lastFour) };
        const lifted = status === 'active' ? 'card_unblocked_by_bank' : 'card_still_blocked';
        const key = blocked ? 'card_blocked_by_bank' : lifted;
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
