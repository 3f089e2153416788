import { Injectable } from '@nestjs/common';
import { trackLengths, type CardWritten, type TrackName, type WriteCardRequest } from '@bank/contracts/cards';
import { AuditService } from '../../platform/audit/audit.service';
import { keyedDigest } from '../../platform/security/secrets';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { canonicalJson } from '../../platform/http/idempotency-key';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { parisDay } from '../../platform/time/paris-day';
import { Config } from '../../platform/config/config';
import { maskedNumber } from './card-number';
import { cardRefusal, lockOwnCard } from './own-card';

const insertWrite = `
  INSERT INTO card_writes (reference, card_id, user_id, tracks, digest, request_id, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;

/**
 * Writes to the magnetic stripe of a card. The data is neither stored nor logged (wire contract, section 1): only who,
 * when, which card, which tracks, and a keyed digest.
 */
@Injectable()
export class CardWritesService {
  constructor(
    private readonly audit: AuditService,
    private readonly idempotency: Idempotency,
    private readonly config: Config,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes to one of the caller's cards and returns the reference of the write.
   * @throws ApiException CARD_DATA_REQUIRED without any data; NOT_FOUND when the card is not the caller's; INVALID_FIELDS for a
   * virtual card; CARD_BLOCKED, CARD_INACTIVE; IDEMPOTENCY_KEY_REUSED.
   */
  async write(context: RequestContext, request: WriteCardRequest): Promise<CardWritten> {
    const { userId } = context.actor;
    const { cardId, ...data } = request;
    const tracks = (Object.keys(trackLengths) as TrackName[]).filter((name) => data[name] !== undefined);
    if (tracks.length === 0) throw new ApiException('CARD_DATA_REQUIRED');
    return this.idempotency.once(context.idempotency, async (tx) => {
      const card = await lockOwnCard(tx, userId, cardId);
      // The bank and the world, section 5.
      if (card.virtual) throw new ApiException('INVALID_FIELDS', { fields: { cardId: 'VIRTUAL_CARD' } });
      const refusal = cardRefusal(card, parisDay(this.clock.now()));
      if (refusal) throw new ApiException(refusal);
      const reference = this.random.reference('WR');
      const digest = keyedDigest(this.config.encryptionKey, `card write ${canonicalJson(data)}`);
      const row = [reference, cardId, userId, tracks.join(','), digest, context.requestId, this.clock.now()];
      await tx.write(insertWrite, row);
      await this.audit.record(tx, {
        action: 'card.written',
        type: 'info',
        values: { reference, card: maskedNumber(card.lastFour), tracks: tracks.join(', ') },
        ...authorOf(context),
      });
      return { reference };
    });
  }
}
