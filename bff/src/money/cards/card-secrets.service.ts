import { Injectable } from '@nestjs/common';
import {
  type CardChanged,
  type CardPinRequest,
  type CardRevealed,
  revealSeconds,
} from '@bank/contracts/cards';
import { AuditService } from '../../platform/audit/audit.service';
import { bytes, rowOf, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { CardKeys } from './card-keys';
import { maskedNumber } from './card-number';
import { CardsService } from './cards.service';
import { type LockedCard, lockOwnCard, refuseEnded, refusePin } from './own-card';

const readNumber = 'SELECT number_encrypted AS sealed, number_key AS keyId FROM cards WHERE id = ?';
const numberRow = rowOf({ sealed: bytes, keyId: whole });
const writePin = 'UPDATE cards SET pin_digest = ?, pin_key = ?, pin_tries = 0 WHERE id = ?';

/** A card's number and PIN. Routes that lead here need an approval. */
@Injectable()
export class CardSecretsService {
  constructor(
    private readonly database: Database,
    private readonly cards: CardsService,
    private readonly keys: CardKeys,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The number, expiry and code of one of the caller's cards, which the log records.
   * @throws ApiException NOT_FOUND; CARD_INACTIVE of a card that ended.
   */
  reveal(context: RequestContext, id: number): Promise<CardRevealed> {
    return this.database.transaction(async (tx) => {
      const card = await lockOwnCard(tx, context.actor.userId, id);
      refuseEnded(card, this.today());
      const stored = await tx.one(numberRow, readNumber, [id]);
      const number = this.keys.open(stored, card.accountId);
      const expiry = card.expiryDate.slice(0, 7);
      const until = new Date(this.clock.now().getTime() + revealSeconds * 1000);
      await this.record(tx, context, card, 'card.revealed');
      const cvv = this.keys.codeOf(number, expiry, stored.keyId);
      return { number, expiry, cvv, code: cvv, expires_at: until.toISOString() };
    });
  }

  /**
   * Sets the PIN, which lifts a block of the last one; it is never returned.
   * @throws as `reveal`; INVALID_FIELDS for a virtual card, which has neither a chip nor a PIN.
   */
  setPin(context: RequestContext, id: number, { pin }: CardPinRequest): Promise<CardChanged> {
    return this.database.transaction(async (tx) => {
      const card = await lockOwnCard(tx, context.actor.userId, id);
      refusePin(card, this.today());
      const { digest, keyId } = this.keys.digestPin(id, pin);
      await tx.write(writePin, [digest, keyId, id]);
      await this.record(tx, context, card, 'card.pin_set');
      this.events.emit(tx, context.actor.userId, 'card', { id, status: card.status });
      return { success: true, card: await this.cards.shown(tx, id) };
    });
  }

  private today(): string {
    return parisDay(this.clock.now());
  }

  private record(
    tx: Transaction,
    context: RequestContext,
    { lastFour }: LockedCard,
    action: 'card.revealed' | 'card.pin_set',
  ) {
    const values = { card: maskedNumber(lastFour) };
    return this.audit.record(tx, { action, type: 'warning', values, ...authorOf(context) });
  }
}
