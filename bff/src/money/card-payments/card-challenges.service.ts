import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import type { CardAuthorization } from '../../ports/card-network/card-network';

/** The life of a challenge, that of an approval (the bank and the world, section 4). */
const challengeSeconds = 300;

export const challengeStates = ['asked', 'approved', 'refused', 'used'] as const;

const insert = `
  INSERT INTO card_challenges (id, card_id, amount, currency, merchant_id, merchant_name, expires_at, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const lock = `
  SELECT id, card_id AS cardId, state, amount, currency, merchant_id AS merchantId, expires_at AS expiresAt
  FROM card_challenges WHERE id = ? FOR UPDATE`;
const challengeRow = rowOf({
  id: text,
  cardId: whole,
  state: z.enum(challengeStates),
  amount: minor,
  currency: text,
  merchantId: text,
  expiresAt: moment,
});
const use = `UPDATE card_challenges SET state = 'used' WHERE id = ?`;

export interface Asked {
  id: string;
  expiresAt: Date;
}

/** The state of a challenge: the holder's answer, none yet, or none in time. */
export interface ChallengeAnswer extends Asked {
  state: 'asked' | 'approved' | 'refused' | 'over';
}

/** Challenges of online payments, answered by the holders (3-D Secure). */
@Injectable()
export class CardChallengesService {
  constructor(private readonly clock: Clock) {}

  async ask(tx: Transaction, cardId: number, { amount, merchant }: CardAuthorization): Promise<Asked> {
    const now = this.clock.now();
    const asked = {
      id: randomUUID().replaceAll('-', ''),
      expiresAt: new Date(now.getTime() + challengeSeconds * 1000),
    };
    const payment = [amount.minor, amount.currency, merchant.id, merchant.name];
    await tx.write(insert, [asked.id, cardId, ...payment, asked.expiresAt, now]);
    return asked;
  }

  /**
   * The answer to the challenge that a payment names, locked; undefined where there is no such challenge about the same card,
   * amount and merchant, or a payment has used it.
   */
  async answerTo(
    tx: Transaction,
    cardId: number,
    { challengeId, amount, merchant }: CardAuthorization,
  ): Promise<ChallengeAnswer | undefined> {
    if (challengeId === undefined) return undefined;
    const found = await tx.row(challengeRow, lock, [challengeId]);
    const isSame =
      found?.cardId === cardId &&
      found.amount === amount.minor &&
      found.currency === amount.currency &&
      found.merchantId === merchant.id;
    if (!isSame || found.state === 'used') return undefined;
    const { id, expiresAt, state } = found;
    const isExpired = state !== 'refused' && expiresAt <= this.clock.now();
    return { id, expiresAt, state: isExpired ? 'over' : state };
  }

  /** Marks an approved challenge as used by its payment, so that no other payment can use it. */
  async use(tx: Transaction, { id }: Asked): Promise<void> {
    await tx.write(use, [id]);
  }
}
