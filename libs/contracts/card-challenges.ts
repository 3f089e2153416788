import { z } from 'zod';
import { amount, currency } from './money';
import { moment } from './time';
import { text } from './validation';

/** An online payment that waits until its holder approves or refuses it; nothing is held meanwhile. */
export const cardChallenge = z
  .object({
    id: z.string(),
    card_id: z.int(),
    card_number: z.string(),
    merchant: z.string(),
    amount,
    currency,
    /** About what it takes of the account, the markup included; null while there is no rate. */
    account_amount: amount.nullable(),
    account_currency: currency,
    state: z.enum(['asked', 'approved', 'refused', 'expired']),
    created_at: moment,
    expires_at: moment,
  })
  .meta({ id: 'CardChallenge' });
export type CardChallenge = z.infer<typeof cardChallenge>;

/** The open ones of the caller's cards, and those of the last hour that are over; newest first. */
export const cardChallengeList = z.object({
  challenges: z.array(cardChallenge),
  over: z.array(cardChallenge),
});
export type CardChallengeList = z.infer<typeof cardChallengeList>;

export const challengeParameter = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) });

/** The token of the notification about a payment. */
export const refuseChallengeRequest = z.object({ token: text(200) });
export type RefuseChallengeRequest = z.infer<typeof refuseChallengeRequest>;

export const challengeAnswered = z
  .object({ success: z.literal(true), state: z.enum(['approved', 'refused']) })
  .meta({ id: 'CardChallengeAnswered' });
export type ChallengeAnswered = z.infer<typeof challengeAnswered>;
