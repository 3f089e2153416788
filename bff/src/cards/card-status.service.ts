import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { CardChanged, CardStatusRequest } from '@bank/contracts/cards';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/actor';
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
      if (card.status !== status) await this.change(runner, actor, id, status, call);
      const changed = await runner.manager.findOneOrFail(CardEntity, {
        where: { id },
        relations: { account: true },
      });
      return { success: true, card: wireCard(changed) };
    });
  }

  private async change(
    runner: QueryRunner,
    actor: Actor,
    id: number,
    status: CardStatusRequest['status'],
    call: Call,
  ): Promise<void> {
    await runner.query('UPDATE cards SET status = ? WHERE id = ?', [status, id]);
    const { lastFour } = await runner.manager.findOneByOrFail(CardEntity, { id });
    await this.audit.record(runner, {
      action: status === 'blocked' ? 'card.blocked' : 'card.unblocked',
      type: 'info',
      message: `Carte ${maskedNumber(lastFour)} ${status === 'blocked' ? 'bloquée' : 'débloquée'}.`,
      userId: actor.userId,
      email: actor.email,
      requestId: call.requestId,
    });
    await this.events.emit(runner, actor.userId, 'card', { id, status });
  }
}
