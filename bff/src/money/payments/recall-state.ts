import { targetDayAfter } from '@bank/contracts/target-days';
import { parisDay } from '../../platform/time/paris-day';

/**
 * The recall of a payment `p` as people read it. Stored, one that expired stays `asked`, with its moment: an answer that comes late
 * counts as any other.
 */
export const recallState = `IF(p.recall = 'asked' AND p.recall_expired_at IS NOT NULL, 'expired', p.recall)`;

export const askRecall = `
  UPDATE payments SET recall = 'asked', recall_due_on = ?, recall_expired_at = NULL WHERE id = ?`;

/** The business days of TARGET in which another bank has to answer a recall (SCT rulebook, EPC125-05). */
const recallDays = 15;

/** The last day for the answer to a recall. */
export const recallDueOn = (now: Date): string => targetDayAfter(parisDay(now), recallDays);
