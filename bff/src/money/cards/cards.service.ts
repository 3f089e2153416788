import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Card, CardCreated, CardList, CreateCardRequest } from '@bank/contracts/cards';
import { toDecimal } from '@bank/contracts/money';
import { AccountsService } from '../accounts/accounts.service';
import { AuditService } from '../../platform/audit/audit.service';
import { encrypt, keyedDigest } from '../../people/auth/secrets';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { databaseErrorNumber, duplicateKey } from '../../platform/database/database-error';
import { requireApproved } from '../ledger/levels';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { parisDay } from '../../platform/time/paris-day';
import { Config } from '../../platform/config/config';
import { EventsService } from '../../platform/events/events.service';
import { randomCardNumber, maskedNumber } from './card-number';
import { CardEntity } from './card.entity';
import type { Transaction } from '../../platform/database/database';

const yearsOfValidity = 4;

/** Attempts to find an unused number among a billion per brand. */
const attempts = 5;

export interface NewCard {
  accountId: number;
  type: Card['type'];
  brand: Card['brand'];
  virtual: boolean;
  status?: Card['status'];
}

@Injectable()
export class CardsService {
  constructor(
    @InjectRepository(CardEntity) private readonly cards: Repository<CardEntity>,
    private readonly accounts: AccountsService,
    private readonly audit: AuditService,
    private readonly idempotency: Idempotency,
    private readonly events: EventsService,
    private readonly config: Config,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {}

  /** The user's cards, oldest first; none when the user has no account. */
  async list(userId: number): Promise<CardList> {
    const cards = await this.cards.find({
      where: { account: { userId } },
      relations: { account: true },
      order: { id: 'ASC' },
    });
    return { cards: cards.map(toCardDto) };
  }

  /**
   * Issues a VISA card on the caller's account, ready for use (specification 1, section 1: instant issue).
   * @throws ApiException NOT_FOUND when the caller has no account; LIMIT_OF_LEVEL for a physical card before the identity is
   * approved; IDEMPOTENCY_KEY_REUSED.
   */
  create(context: RequestContext, request: CreateCardRequest): Promise<CardCreated> {
    const { userId } = context.actor;
    return this.idempotency.once(context.idempotency, async (tx) => {
      const accountId = await this.accounts.idOf(tx, userId);
      const { type = 'standard', virtual = false } = request;
      if (!virtual) await requireApproved(tx, userId, 'physical_card', this.clock.now());
      const id = await this.issue(tx, { accountId, type, brand: 'VISA', virtual });
      const card = await tx.entities.findOneOrFail(CardEntity, {
        where: { id },
        relations: { account: true },
      });
      await this.audit.record(tx, {
        action: 'card.created',
        type: 'info',
        values: { card: maskedNumber(card.lastFour), account: accountId },
        ...authorOf(context),
      });
      this.events.emit(tx, userId, 'card', { id, status: card.status });
      return { success: true, card: toCardDto(card) };
    });
  }

  /** Creates a card with a unique number, valid for four years, and returns its id. */
  async issue(tx: Transaction, card: NewCard): Promise<number> {
    const { accountId, type, brand, virtual, status = 'active' } = card;
    const createdAt = this.clock.now();
    for (let attempt = 1; ; attempt += 1) {
      const number = randomCardNumber(brand, this.random);
      try {
        const { identifiers } = await tx.entities.insert(CardEntity, {
          account: { id: accountId },
          type,
          brand,
          status,
          virtual,
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
    const { encryptionKey } = this.config;
    return {
      numberEncrypted: encrypt(encryptionKey, `card of account ${accountId}`, number),
      numberDigest: keyedDigest(encryptionKey, `card number ${number}`),
      lastFour: number.slice(-4),
    };
  }
}

/** The last day of the month in which the card expires. */
function expiryDate(issued: Date): string {
  const [year, month] = parisDay(issued).split('-').map(Number);
  return new Date(Date.UTC(Number(year) + yearsOfValidity, Number(month), 0)).toISOString().slice(0, 10);
}

/** A card as its holder sees it; the entity's account must be loaded. */
export const toCardDto = (card: CardEntity): Card => ({
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
