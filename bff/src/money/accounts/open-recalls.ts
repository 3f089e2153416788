import { dayMs } from '../../platform/time/durations';

/**
 * Payments `p` whose recall may still bring money back to their account; the parameter is `recalledSince`. Other banks answer
 * within 15 banking days (SCT rulebook, EPC125-05), after which a recall expires.
 */
export const openRecall = `p.stage IN ('sent', 'settled') AND p.sent_at > ?
    AND (p.recall = 'granted' OR (p.recall = 'asked' AND p.recall_expired_at IS NULL))`;
/** The two weeks in which a payment can be recalled, and the 15 banking days of the answer, with what granted money takes. */
const recalledMs = 50 * dayMs;

/** No payment that was sent before can have an open recall. */
export const recalledSince = (now: Date): Date => new Date(now.getTime() - recalledMs);
