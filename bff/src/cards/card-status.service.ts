import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { CardChanged, CardStatusRequest } from '@bank/contracts/cards';
import { AuditService } from '../audit/audit.service';
import type { Actor, Author } from '../common/actor';
import type { Call } from '../common/call';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { EventsService } from '../events/events.service';
import { maskedNumber } from './card-number';
import { CardEntity } from './card.entity';
import { wireCard } from './cards.service';
import { lockOwnCard } from './own-card';

/** Blocks a customer's card, and lifts the block. */
@Injectable()
export class CardStatusService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /**
   * Sets the status of one of the caller's cards; one that has it already stays as it is.
   * @throws Failure NOT_FOUND when the card is not the caller's; CARD_INACTIVE when it is neither active nor blocked.
   */
  set(actor: Actor, id: number, { status }: CardStatusRequest, call: Call): Promise<CardChanged> {
    return inTransaction(this.dataSource, async (runner) => {
      const card = await lockOwnCard(runner, actor.userId, id);
      if (card.status === 'inactive') throw new Failure('CARD_INACTIVE');
      const by = { ...actor, requestId: call.requestId };
      if (card.status !== status) await this.change(runner, by, id, status);
      const changed = await runner.manager.findOneOrFail(CardEntity, {
        where: { id },
        relations: { account: true },
      });
      return { success: true, card: wireCard(changed) };
    });
  }

  /** Changes the status of a card, which the caller's transaction holds locked. */
  async change(
    runner: QueryRunner,
    { userId, email, requestId }: Author,
    id: number,
    status: CardStatusRequest['status'],
  ): Promise<void> {
    await runner.query('UPDATE cards SET status = ? WHERE id = ?', [status, id]);
    const { lastFour } = await runner.manager.findOneByOrFail(CardEntity, { id });
    await this.audit.record(runner, {
      action: status === 'blocked' ? 'card.blocked' : 'card.unblocked',
      type: 'info',
      message: `Carte ${maskedNumber(lastFour)} ${status === 'blocked' ? 'bloquée' : 'débloquée'}.`,
      ...{ userId, email, requestId },
    });
    this.events.emit(runner, userId, 'card', { id, status });
  }
}
