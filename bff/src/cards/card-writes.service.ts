import { Injectable } from '@nestjs/common';
import { trackLengths, type CardWritten, type TrackName, type WriteCardRequest } from '@bank/contracts/cards';
import { AuditService } from '../audit/audit.service';
import { keyedDigest } from '../auth/secrets';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Chance } from '../common/chance';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { canonicalJson, Idempotency, type KeyedCall } from '../common/idempotency';
import { parisDay } from '../common/paris-day';
import { Config } from '../config';
import { maskedNumber } from './card-number';
import { cardRefusal, lockOwnCard } from './own-card';

const insertWrite = `
  INSERT INTO card_writes (reference, card_id, user_id, tracks, digest, request_id, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;

/**
 * Writes to the magnetic stripe of a card. What is written is neither stored nor logged (wire contract, section 1):
 * kept are who, when, which card, which tracks, and a digest that without the server's key tells nothing.
 */
@Injectable()
export class CardWritesService {
  constructor(
    private readonly audit: AuditService,
    private readonly idempotency: Idempotency,
    private readonly config: Config,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes to one of the caller's cards and answers the reference of the write.
   * @throws Failure CARD_DATA_REQUIRED without any data; NOT_FOUND when the card is not the caller's; CARD_BLOCKED,
   * CARD_INACTIVE; IDEMPOTENCY_KEY_REUSED.
   */
  async write(actor: Actor, request: WriteCardRequest, keyed: KeyedCall, call: Call): Promise<CardWritten> {
    const { cardId, ...data } = request;
    const tracks = (Object.keys(trackLengths) as TrackName[]).filter((name) => data[name] !== undefined);
    if (tracks.length === 0) throw new Failure('CARD_DATA_REQUIRED');
    return this.idempotency.once(keyed, async (runner) => {
      const card = await lockOwnCard(runner, actor.userId, cardId);
      const refusal = cardRefusal(card, parisDay(this.clock.now()));
      if (refusal) throw new Failure(refusal);
      const reference = this.chance.reference('WR');
      const digest = keyedDigest(this.config.encryptionKey, `card write ${canonicalJson(data)}`);
      const row = [reference, cardId, actor.userId, tracks.join(','), digest, call.requestId];
      await runner.query(insertWrite, [...row, this.clock.now()]);
      await this.audit.record(runner, {
        action: 'card.written',
        type: 'info',
        message: `Écriture ${reference} sur la carte ${maskedNumber(card.lastFour)} (${tracks.join(', ')}).`,
        userId: actor.userId,
        email: actor.email,
        requestId: call.requestId,
      });
      return { reference };
    });
  }
}
