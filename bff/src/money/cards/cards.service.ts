import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Language } from '@bank/contracts/language';
import { cardStop } from '@bank/contracts/stops';
import type { Card, CardCreated, CardLimits, CardList, CreateCardRequest } from '@bank/contracts/cards';
import { toDecimal } from '@bank/contracts/money';
import { AccountsService } from '../accounts/accounts.service';
import { AuditService } from '../../platform/audit/audit.service';
import { ApiException } from '../../platform/errors/api-exception';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { Demonstration } from '../../platform/bank-settings/demonstration.service';
import { databaseErrorNumber, duplicateKey } from '../../platform/database/database-error';
import { requireApproved } from '../ledger/levels';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { dayMs } from '../../platform/time/durations';
import { parisDay } from '../../platform/time/paris-day';
import { EventsService } from '../../platform/events/events.service';
import { randomCardNumber, maskedNumber } from './card-number';
import { deliveryOf, sentAt } from './card-delivery';
import { CardKeys } from './card-keys';
import { defaultsOf, limitsInForce, mostOf } from './card-limits';
import { cardState, mostPinTries, type StateFacts } from './card-state';
import { CardEntity } from './card.entity';
import type { Transaction } from '../../platform/database/database';

const yearsOfValidity = 4;

/** Attempts to find an unused number among a billion per brand. */
const attempts = 5;

/** Cards that a customer may order in a day, those for lost ones included: each plastic one is made and sent. */
const cardsPerDay = 100;
const lockAccount = 'SELECT 1 FROM accounts WHERE id = ? FOR UPDATE';
const countRecent = 'SELECT COUNT(*) FROM cards WHERE account_id = ? AND created_at > ?';

export interface NewCard {
  accountId: number;
  type: Card['type'];
  brand: Card['brand'];
  virtual: boolean;
  status?: Card['status'];
  /** By default `activated`, that of a delivered card. */
  delivery?: StateFacts['delivery'];
  ended?: StateFacts['ended'];
  once?: boolean;
  /** The lost card that it replaces. */
  replaces?: number;
}

@Injectable()
export class CardsService {
  constructor(
    @InjectRepository(CardEntity) private readonly cards: Repository<CardEntity>,
    private readonly accounts: AccountsService,
    private readonly audit: AuditService,
    private readonly idempotency: Idempotency,
    private readonly events: EventsService,
    private readonly keys: CardKeys,
    private readonly random: RandomSource,
    private readonly clock: Clock,
    private readonly demonstration: Demonstration,
  ) {}

  /** As `list`, with the reason why a card does not pay, in a language. */
  async explained(userId: number, language: Language): Promise<CardList> {
    const { cards } = await this.list(userId);
    return { cards: cards.map((card) => ({ ...card, why: cardStop(card, language) })) };
  }

  /** The user's cards, oldest first; none when the user has no account. */
  async list(userId: number): Promise<CardList> {
    const cards = await this.cards.find({
      where: { account: { userId } },
      relations: { account: true },
      order: { id: 'ASC' },
    });
    const day = parisDay(this.clock.now());
    return { cards: cards.map((card) => toCardDto(card, day)) };
  }

  /**
   * Issues a card on the caller's account, ready for use (specification 1, section 1: instant issue): a virtual one for
   * everything, a plastic one online while it is made and sent.
   * @throws ApiException NOT_FOUND when the caller has no account; LIMIT_OF_LEVEL for a physical card before the identity is
   * approved; TOO_MANY_REQUESTS after a hundred in a day; IDEMPOTENCY_KEY_REUSED.
   */
  create(context: RequestContext, request: CreateCardRequest): Promise<CardCreated> {
    const { userId } = context.actor;
    return this.idempotency.once(context.idempotency, async (tx) => {
      const accountId = await this.accounts.idOf(tx, userId);
      const { type = 'standard', brand = 'VISA', virtual = false, once = false } = request;
      if (!virtual) await requireApproved(tx, userId, 'physical_card', this.clock.now());
      const ordered = { accountId, type, brand, virtual, once, delivery: 'ordered' } as const;
      const card = await this.order(tx, context, ordered);
      if (!card) throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 * 60 });
      return { success: true, card };
    });
  }

  /**
   * Issues a card as part of the caller's transaction, with its line in the log, and returns it as its holder sees it;
   * undefined, without any, after a hundred in a day.
   */
  async order(tx: Transaction, context: RequestContext, ordered: NewCard): Promise<Card | undefined> {
    if (!(await this.mayOrder(tx, ordered))) return undefined;
    const id = await this.issue(tx, ordered);
    const card = await this.shown(tx, id);
    await this.audit.record(tx, {
      action: 'card.created',
      type: 'info',
      values: { card: card.card_number, account: ordered.accountId },
      ...authorOf(context),
    });
    this.events.emit(tx, context.actor.userId, 'card', { id, status: card.status });
    return card;
  }

  /** Counts with the account locked, so that orders made at once are counted one after another. */
  private async mayOrder(tx: Transaction, { accountId }: NewCard): Promise<boolean> {
    await tx.exists(lockAccount, [accountId]);
    const since = new Date(this.clock.now().getTime() - dayMs);
    return (await tx.count(countRecent, [accountId, since])) < cardsPerDay;
  }

  /** A card as its holder sees it, read in the caller's transaction. */
  async shown(tx: Transaction, id: number): Promise<Card> {
    const card = await tx.entities.findOneOrFail(CardEntity, { where: { id }, relations: { account: true } });
    return toCardDto(card, parisDay(this.clock.now()));
  }

  /** Creates a card with a unique number, valid for four years, and returns its id. */
  async issue(tx: Transaction, card: NewCard): Promise<number> {
    const { accountId, type, brand, virtual, status = 'active', once = false } = card;
    const { delivery = 'activated', ended = null, replaces = null } = card;
    const createdAt = this.clock.now();
    const isOrdered = !virtual && delivery === 'ordered';
    const deliveryAt = isOrdered ? sentAt(createdAt, await this.demonstration.isDemonstration(tx)) : null;
    for (let attempt = 1; ; attempt += 1) {
      const number = randomCardNumber(brand, this.random);
      try {
        const { identifiers } = await tx.entities.insert(CardEntity, {
          account: { id: accountId },
          blockedByBank: false,
          type,
          brand,
          status,
          virtual,
          once,
          ended,
          replaces,
          delivery: virtual ? 'none' : delivery,
          deliveryAt,
          ...this.protectedNumber(number, accountId),
          expiryDate: expiryDate(createdAt),
          createdAt,
        });
        return Number(identifiers[0]?.id);
      } catch (error) {
        if (attempt === attempts || databaseErrorNumber(error) !== duplicateKey) throw error;
      }
    }
  }

  /** A number is stored encrypted, with a keyed digest that makes it unique. */
  private protectedNumber(number: string, accountId: number) {
    const { sealed, digest, keyId } = this.keys.seal(number, accountId);
    return {
      numberEncrypted: sealed,
      numberDigest: digest,
      numberKey: keyId,
      lastFour: number.slice(-4),
    };
  }
}

/** The last day of the month in which the card expires. */
function expiryDate(issued: Date): string {
  const [year, month] = parisDay(issued).split('-').map(Number);
  return new Date(Date.UTC(Number(year) + yearsOfValidity, Number(month), 0)).toISOString().slice(0, 10);
}

/** A card as its holder sees it on a Paris day; the entity's account must be loaded. */
function toCardDto(card: CardEntity, day: string): Card {
  const state = cardState(card, day);
  return {
    id: card.id,
    card_number: maskedNumber(card.lastFour),
    type: card.type,
    brand: card.brand,
    // No job ends a card on its last day.
    status: state === 'expired' ? 'inactive' : card.status,
    virtual: card.virtual,
    expiry_date: card.expiryDate,
    monthly_limit: toDecimal(card.account.cardLimit),
    last_used: card.lastUsedAt?.toISOString() ?? null,
    state,
    once: card.once,
    ...limitsOf(card),
    channels: { online: card.online, contactless: card.contactless, cash: card.cash, abroad: card.abroad },
    has_pin: card.pinKey !== null,
    pin_blocked: card.pinTries >= mostPinTries,
    replaces: card.replaces,
    blocked_by_bank: card.blockedByBank,
    ...deliveryOf(card),
  };
}

function limitsOf({ type, account, ...own }: CardEntity): Pick<Card, 'limits' | 'most' | 'defaults'> {
  const bounds = { type, monthlyLimit: account.cardLimit, withdrawalLimit: account.withdrawalLimit };
  return {
    limits: toDecimals(limitsInForce(own, bounds)),
    most: toDecimals(mostOf(bounds)),
    defaults: toDecimals(defaultsOf(bounds)),
  };
}

const toDecimals = (limits: Record<keyof CardLimits, bigint>): CardLimits => ({
  per_payment: toDecimal(limits.per_payment),
  per_day: toDecimal(limits.per_day),
  per_month: toDecimal(limits.per_month),
  cash_per_day: toDecimal(limits.cash_per_day),
});
