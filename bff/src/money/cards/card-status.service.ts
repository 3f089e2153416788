import { Injectable } from '@nestjs/common';
import type { CardChanged, CardStatusRequest } from '@bank/contracts/cards';
import { AuditService } from '../../platform/audit/audit.service';
import type { AuditAuthor } from '../../platform/http/actor';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import { maskedNumber } from './card-number';
import { CardEntity } from './card.entity';
import { toCardDto } from './cards.service';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { lockOwnCard } from './own-card';
import { Database, type Transaction } from '../../platform/database/database';

@Injectable()
export class CardStatusService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets the status of one of the caller's cards; a no-op when it has that status.
   * @throws ApiException NOT_FOUND when the card is not the caller's; CARD_INACTIVE when it is neither active nor blocked.
   */
  set(context: RequestContext, id: number, { status }: CardStatusRequest): Promise<CardChanged> {
    return this.database.transaction(async (tx) => {
      const card = await lockOwnCard(tx, context.actor.userId, id);
      if (card.status === 'inactive') throw new ApiException('CARD_INACTIVE');
      if (card.status !== status) await this.change(tx, authorOf(context), id, status);
      const changed = await tx.entities.findOneOrFail(CardEntity, {
        where: { id },
        relations: { account: true },
      });
      return { success: true, card: toCardDto(changed, parisDay(this.clock.now())) };
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
