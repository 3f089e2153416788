import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { QueryRunner, Repository } from 'typeorm';
import type { Card, CardCreated, CardList, CreateCardRequest } from '@bank/contracts/cards';
import { toDecimal } from '@bank/contracts/money';
import { AccountsService } from '../accounts/accounts.service';
import { AuditService } from '../audit/audit.service';
import { encrypt, keyedDigest } from '../auth/secrets';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Chance } from '../common/chance';
import { Clock } from '../common/clock';
import { databaseErrorNumber, duplicateKey } from '../common/database-error';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { parisDay } from '../common/paris-day';
import { Config } from '../config';
import { EventsService } from '../events/events.service';
import { drawCardNumber, maskedNumber } from './card-number';
import { CardEntity } from './card.entity';

const yearsOfValidity = 4;

/** How often a number that is already taken is drawn again; each draw has a billion outcomes per brand. */
const draws = 5;

export interface NewCard {
  accountId: number;
  type: Card['type'];
  brand: Card['brand'];
  virtual: boolean;
  status?: Card['status'];
}

/** The cards of an account. */
@Injectable()
export class CardsService {
  constructor(
    @InjectRepository(CardEntity) private readonly cards: Repository<CardEntity>,
    private readonly accounts: AccountsService,
    private readonly audit: AuditService,
    private readonly idempotency: Idempotency,
    private readonly events: EventsService,
    private readonly config: Config,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /** The user's cards, oldest first; none when the user has no account. */
  async list(userId: number): Promise<CardList> {
    const cards = await this.cards.find({
      where: { account: { userId } },
      relations: { account: true },
      order: { id: 'ASC' },
    });
    return { cards: cards.map(wireCard) };
  }

  /**
   * Issues a VISA card on the caller's account, ready for use (specification 1, section 1: instant issue).
   * @throws Failure NOT_FOUND when the caller has no account; IDEMPOTENCY_KEY_REUSED.
   */
  create(actor: Actor, request: CreateCardRequest, keyed: KeyedCall, call: Call): Promise<CardCreated> {
    return this.idempotency.once(keyed, async (runner) => {
      const accountId = await this.accounts.idOf(runner, actor.userId);
      const { type = 'standard', virtual = false } = request;
      const id = await this.issue(runner, { accountId, type, brand: 'VISA', virtual });
      const card = await runner.manager.findOneOrFail(CardEntity, {
        where: { id },
        relations: { account: true },
      });
      await this.audit.record(runner, {
        action: 'card.created',
        type: 'info',
        message: `Carte ${maskedNumber(card.lastFour)} créée sur le compte ${accountId}.`,
        userId: actor.userId,
        email: actor.email,
        requestId: call.requestId,
      });
      this.events.emit(runner, actor.userId, 'card', { id, status: card.status });
      return { success: true, card: wireCard(card) };
    });
  }

  /** Makes a card with a number of its own, valid for four years, and returns its id. */
  async issue(runner: QueryRunner, card: NewCard): Promise<number> {
    const { accountId, type, brand, virtual, status = 'active' } = card;
    const createdAt = this.clock.now();
    for (let draw = 1; ; draw += 1) {
      const number = drawCardNumber(brand, this.chance);
      try {
        const { identifiers } = await runner.manager.insert(CardEntity, {
          account: { id: accountId },
          type,
          brand,
          status,
          virtual,
          ...this.sealed(number, accountId),
          expiryDate: expiryDate(createdAt),
          createdAt,
        });
        return Number(identifiers[0]?.id);
      } catch (error) {
        if (draw === draws || databaseErrorNumber(error) !== duplicateKey) throw error;
      }
    }
  }

  /** What is kept of a number: nobody reads it without the server's key, yet no two cards have the same. */
  private sealed(number: string, accountId: number) {
    const { encryptionKey } = this.config;
    return {
      numberEncrypted: encrypt(encryptionKey, `card of account ${accountId}`, number),
      numberDigest: keyedDigest(encryptionKey, `card number ${number}`),
      lastFour: number.slice(-4),
    };
  }
}

/** The last day of the month in which the card's years end. */
function expiryDate(issued: Date): string {
  const [year, month] = parisDay(issued).split('-').map(Number);
  return new Date(Date.UTC(Number(year) + yearsOfValidity, Number(month), 0)).toISOString().slice(0, 10);
}

/** A card as its holder sees it; the entity must come with its account. */
export const wireCard = (card: CardEntity): Card => ({
  id: card.id,
  card_number: maskedNumber(card.lastFour),
  type: card.type,
  brand: card.brand,
  status: card.status,
  virtual: card.virtual,
  expiry_date: card.expiryDate,
  monthly_limit: toDecimal(card.account.cardLimit),
  last_used: card.lastUsedAt?.toISOString() ?? null,
});
