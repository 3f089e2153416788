import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { CardChallenge, CardChallengeList, ChallengeAnswered } from '@bank/contracts/card-challenges';
import { cleanMerchantName } from '@bank/contracts/merchants';
import { toDecimal } from '@bank/contracts/money';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { isoMoment, minor, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import { authorOf, type Caller, type RequestContext } from '../../platform/http/request-context';
import type { AuditAuthor } from '../../platform/http/actor';
import { Clock } from '../../platform/time/clock.service';
import { hourMs } from '../../platform/time/durations';
import { maskedNumber } from '../cards/card-number';
import { type RateTable, RatesService } from '../rates/rates.service';
import { worthOf } from './card-amounts';
import { challengeStates } from './card-challenges.service';
import { refusedBy } from './challenge-token';

/** The most challenges listed, more than one holder gets within the life of a challenge. */
const mostListed = 20;
/** The time for which an expired challenge stays listed, ms. */
const overMs = hourMs;
const columns = `
  SELECT h.id, h.card_id AS cardId, c.last_four AS lastFour, h.state, h.amount, h.currency, h.merchant_name AS merchant,
    a.currency AS accountCurrency, h.created_at AS createdAt, h.expires_at AS expiresAt
  FROM card_challenges h JOIN cards c ON c.id = h.card_id JOIN accounts a ON a.id = c.account_id`;
const open = `
  ${columns} WHERE a.user_id = ? AND h.state = 'asked' AND h.expires_at > ? ORDER BY h.created_at DESC, h.id LIMIT ?`;
const over = `
  ${columns} WHERE a.user_id = ? AND h.created_at > ? AND (h.state <> 'asked' OR h.expires_at <= ?)
  ORDER BY h.created_at DESC, h.id LIMIT ?`;
const one = `${columns} WHERE h.id = ? AND a.user_id = ?`;
const holder = `
  SELECT a.user_id AS userId, u.email FROM card_challenges h JOIN cards c ON c.id = h.card_id
    JOIN accounts a ON a.id = c.account_id JOIN users u ON u.id = a.user_id WHERE h.id = ?`;
const holderRow = rowOf({ userId: whole, email: text });
const challengeRow = rowOf({
  id: text,
  cardId: whole,
  lastFour: text,
  amount: minor,
  currency: text,
  merchant: text,
  state: z.enum(challengeStates),
  accountCurrency: text,
  createdAt: isoMoment,
  expiresAt: isoMoment,
});
type Row = z.output<typeof challengeRow>;
const answer = `UPDATE card_challenges SET state = ? WHERE id = ? AND state = 'asked' AND expires_at > ?`;

/** Holders' answers to challenges of online payments. */
@Injectable()
export class ChallengeAnswersService {
  constructor(
    private readonly database: Database,
    private readonly rates: RatesService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The caller's, open ones and those that ended within the last hour. */
  async list(userId: number): Promise<CardChallengeList> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - overMs);
    const waiting = await this.database.rows(challengeRow, open, [userId, now, mostListed]);
    const ended = await this.database.rows(challengeRow, over, [userId, since, now, mostListed]);
    const table = await this.ratesFor([...waiting, ...ended]);
    const shown = (row: Row) => toChallengeDto(row, now, table);
    return { challenges: waiting.map(shown), over: ended.map(shown) };
  }

  /** One of the caller's challenges. @throws ApiException NOT_FOUND. */
  async one(userId: number, id: string): Promise<CardChallenge> {
    const row = await this.database.found(challengeRow, one, [id, userId]);
    return toChallengeDto(row, this.clock.now(), await this.ratesFor([row]));
  }

  /** The day's rates, read only if a payment is in another currency than its account. */
  private async ratesFor(rows: Row[]): Promise<RateTable | undefined> {
    const isAbroad = rows.some(({ currency, accountCurrency }) => currency !== accountCurrency);
    return isAbroad ? this.rates.current() : undefined;
  }

  /**
   * Answers a challenge once; the network then asks again.
   * @throws ApiException NOT_FOUND; CHALLENGE_OVER when it was answered or its time is over.
   */
  async answer(
    context: RequestContext,
    id: string,
    state: ChallengeAnswered['state'],
  ): Promise<ChallengeAnswered> {
    return this.settle(authorOf(context), id, state);
  }

  /** Refuses a challenge by the token of its notification, without a session. @throws ApiException NOT_FOUND, CHALLENGE_OVER. */
  async refuseByToken(token: string, { requestId }: Caller): Promise<ChallengeAnswered> {
    const id = refusedBy(this.config, token);
    const owner = id === undefined ? undefined : await this.database.row(holderRow, holder, [id]);
    if (!owner || id === undefined) throw new ApiException('NOT_FOUND');
    return this.settle({ ...owner, requestId }, id, 'refused');
  }

  private async settle(
    author: AuditAuthor,
    id: string,
    state: ChallengeAnswered['state'],
  ): Promise<ChallengeAnswered> {
    const { userId } = author;
    await this.database.transaction(async (tx) => {
      const { cardId, lastFour, merchant } = await tx.found(challengeRow, one, [id, userId]);
      const { affectedRows } = await tx.write(answer, [state, id, this.clock.now()]);
      if (affectedRows === 0) throw new ApiException('CHALLENGE_OVER');
      await this.audit.record(tx, {
        action: state === 'approved' ? 'card.challenge_approved' : 'card.challenge_refused',
        type: state === 'approved' ? 'info' : 'warning',
        values: { card: maskedNumber(lastFour), merchant },
        ...author,
      });
      this.events.emit(tx, userId, 'card', { id: cardId, status: 'active' });
      this.events.emit(tx, userId, 'card_challenge', {});
    });
    return { success: true, state };
  }
}

function toChallengeDto(row: Row, now: Date, table: RateTable | undefined): CardChallenge {
  const worth = worthOf({ minor: row.amount, currency: row.currency }, row.accountCurrency, table);
  return {
    id: row.id,
    card_id: row.cardId,
    card_number: maskedNumber(row.lastFour),
    merchant: cleanMerchantName(row.merchant),
    amount: toDecimal(row.amount, row.currency),
    currency: row.currency,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    account_amount: worth ? toDecimal(worth.worth + worth.markup, row.accountCurrency) : null,
    account_currency: row.accountCurrency,
    state: stateOf(row, now),
  };
}

function stateOf({ state, expiresAt }: Row, now: Date): CardChallenge['state'] {
  if (state === 'asked') return new Date(expiresAt) <= now ? 'expired' : 'asked';
  return state === 'used' ? 'approved' : state;
}
