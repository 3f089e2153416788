import { Injectable } from '@nestjs/common';
import type { BlockCardRequest, ManagedCards } from '@bank/contracts/admin-cards';
import type { CardChanged } from '@bank/contracts/cards';
import { idRow } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import type { RequestContext } from '../../platform/http/request-context';
import { CardStatusService } from '../cards/card-status.service';
import { CardsService } from '../cards/cards.service';
import { CardPurchasesService } from './card-purchases.service';

const shownPurchases = 20;

/** Customers' cards for administrators. */
@Injectable()
export class ManagedCardsService {
  constructor(
    private readonly database: Database,
    private readonly cards: CardsService,
    private readonly statuses: CardStatusService,
    private readonly purchases: CardPurchasesService,
  ) {}

  /** A customer's cards and their last uses. @throws ApiException NOT_FOUND also for a deleted user. */
  async of(userId: number, { language }: RequestContext): Promise<ManagedCards> {
    await this.database.found(idRow, 'SELECT id FROM users WHERE id = ? AND deleted_at IS NULL', [userId]);
    const { cards } = await this.cards.list(userId);
    const newest = { page: 1, limit: shownPurchases };
    return { cards, purchases: (await this.purchases.listOf(userId, language, newest)).purchases };
  }

  /** The bank's block of a card, or its end, with the reason. @throws as `CardStatusService.setByBank`. */
  setBlock(context: RequestContext, id: number, request: BlockCardRequest): Promise<CardChanged> {
    return this.statuses.setByBank(context, id, request);
  }
}
