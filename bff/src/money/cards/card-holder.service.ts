import { Injectable } from '@nestjs/common';
import {
  type ActivateCardRequest,
  type CardChanged,
  cardChannels,
  type CardLimits,
  type CardLimitsRequest,
  type CardLost,
} from '@bank/contracts/cards';
import { isExactIn, toMinor } from '@bank/contracts/money';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { isApprovedOwner } from '../ledger/levels';
import { mostOf } from './card-limits';
import { maskedNumber } from './card-number';
import { cardState, mostCodeTries } from './card-state';
import { CardsService } from './cards.service';
import { type LockedCard, lockOwnCard } from './own-card';

type LimitName = keyof CardLimits;

const activate = `UPDATE cards SET delivery = 'activated', delivery_at = NULL WHERE id = ?`;
const end = `UPDATE cards SET status = 'inactive', ended = 'lost' WHERE id = ?`;
/** The holder's limits and channels; a new number turns online payments on again that wrong codes switched off. */
const takeOver = `
  UPDATE cards card JOIN cards lost ON lost.id = card.replaces
  SET card.per_payment = lost.per_payment, card.per_day = lost.per_day, card.per_month = lost.per_month,
    card.cash_per_day = lost.cash_per_day, card.contactless = lost.contactless, card.cash = lost.cash, card.abroad = lost.abroad,
    card.online = lost.online OR lost.code_tries >= ${mostCodeTries}
  WHERE card.id = ?`;
const replacementOf = 'SELECT id FROM cards WHERE replaces = ?';

/** Holders' actions on their cards: activate, limit, report as lost. */
@Injectable()
export class CardHolderService {
  constructor(
    private readonly database: Database,
    private readonly cards: CardsService,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Activates a plastic card that arrived; a no-op when it is active.
   * @throws ApiException NOT_FOUND, CARD_NOT_SHIPPED while it is not on its way, CARD_INACTIVE, CARD_BLOCKED;
   * CARD_DIGITS_WRONG.
   */
  activate(context: RequestContext, id: number, request: ActivateCardRequest): Promise<CardChanged> {
    return this.change(context, id, async (tx, card) => {
      if (card.lastFour !== request.last_four) throw new ApiException('CARD_DIGITS_WRONG');
      const state = this.usable(card);
      if (state === 'ordered') throw new ApiException('CARD_NOT_SHIPPED');
      if (state !== 'shipped') return;
      await tx.write(activate, [id]);
      await this.record(tx, context, card, 'card.activated');
    });
  }

  /**
   * Sets limits and channels; a no-op where they are so already.
   * @throws ApiException NOT_FOUND, CARD_INACTIVE, CARD_LIMIT_TOO_HIGH above the account's.
   */
  setLimits(context: RequestContext, id: number, request: CardLimitsRequest): Promise<CardChanged> {
    return this.change(context, id, async (tx, card) => {
      if (['lost', 'expired'].includes(this.stateOf(card))) throw new ApiException('CARD_INACTIVE');
      const { channels: named, online, contactless, cash, abroad, ...limits } = request;
      const channels = { online, contactless, cash, abroad, ...named };
      const sets: [column: string, value: unknown][] = Object.entries(limits).map(([name, value]) => [
        name,
        minorWithin(card, name as LimitName, value),
      ]);
      for (const channel of cardChannels) {
        if (channels[channel] !== undefined) sets.push([channel, channels[channel]]);
      }
      // The holder has read why online payments were off when switching them on again.
      if (channels.online) sets.push(['code_tries', 0]);
      if (sets.length === 0) return;
      const columns = sets.map(([column]) => `${column} = ?`).join(', ');
      const same = sets.map(([column]) => `${column} <=> ?`).join(' AND ');
      const values = sets.map(([, value]) => value);
      const sql = `UPDATE cards SET ${columns} WHERE id = ? AND NOT (${same})`;
      const { affectedRows } = await tx.write(sql, [...values, id, ...values]);
      if (affectedRows > 0) await this.record(tx, context, card, 'card.limited');
    });
  }

  /**
   * Ends a lost or stolen card and orders a replacement with its limits and channels: null after as many new cards in a day as
   * one may order, and in place of plastic before the identity is approved, neither of which keeps the card from being ended. A
   * repeated report gets the same answer, or orders what was not.
   * @throws ApiException NOT_FOUND, CARD_INACTIVE when it had expired before.
   */
  lose(context: RequestContext, id: number): Promise<CardLost> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const card = await lockOwnCard(tx, context.actor.userId, id);
      const state = this.stateOf(card);
      if (state === 'expired') throw new ApiException('CARD_INACTIVE');
      if (state !== 'lost') await this.end(tx, context, card);
      const ordered = await tx.row(idRow, replacementOf, [id]);
      const replacement = ordered
        ? await this.cards.shown(tx, ordered.id)
        : await this.replace(tx, context, card);
      return { success: true as const, card: await this.cards.shown(tx, id), replacement };
    });
  }

  private async end(tx: Transaction, context: RequestContext, card: LockedCard): Promise<void> {
    await tx.write(end, [card.id]);
    await this.record(tx, context, card, 'card.lost');
    this.events.emit(tx, context.actor.userId, 'card', { id: card.id, status: 'inactive' });
  }

  private async replace(tx: Transaction, context: RequestContext, card: LockedCard) {
    const { id, accountId, type, brand, virtual, once } = card;
    if (!virtual && !(await isApprovedOwner(tx, context.actor.userId, this.clock.now()))) return null;
    const like = { accountId, type, brand, virtual, once, delivery: 'ordered', replaces: id } as const;
    const replacement = await this.cards.order(tx, context, like);
    if (!replacement) return null;
    await tx.write(takeOver, [replacement.id]);
    return this.cards.shown(tx, replacement.id);
  }

  private change(
    context: RequestContext,
    id: number,
    work: (tx: Transaction, card: LockedCard) => Promise<void>,
  ): Promise<CardChanged> {
    return this.database.transaction(async (tx) => {
      await work(tx, await lockOwnCard(tx, context.actor.userId, id));
      const card = await this.cards.shown(tx, id);
      this.events.emit(tx, context.actor.userId, 'card', { id, status: card.status });
      return { success: true, card };
    });
  }

  private stateOf(card: LockedCard) {
    return cardState(card, parisDay(this.clock.now()));
  }

  private usable(card: LockedCard) {
    const state = this.stateOf(card);
    if (state === 'blocked') throw new ApiException('CARD_BLOCKED');
    if (state === 'lost' || state === 'expired') throw new ApiException('CARD_INACTIVE');
    return state;
  }

  private record(
    tx: Transaction,
    context: RequestContext,
    { lastFour }: LockedCard,
    action: 'card.activated' | 'card.limited' | 'card.lost',
  ) {
    const type = action === 'card.lost' ? ('warning' as const) : ('info' as const);
    return this.audit.record(tx, {
      action,
      type,
      values: { card: maskedNumber(lastFour) },
      ...authorOf(context),
    });
  }
}

function minorWithin(card: LockedCard, name: LimitName, value: number | null | undefined): bigint | null {
  if (value === null || value === undefined) return null;
  const minor = isExactIn(value, card.currency) ? toMinor(value, card.currency) : undefined;
  if (minor === undefined || minor > mostOf(card)[name]) {
    throw new ApiException('CARD_LIMIT_TOO_HIGH', { fields: { [name]: 'CARD_LIMIT_TOO_HIGH' } });
  }
  return minor;
}
