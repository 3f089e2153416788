import type { Leftover } from '../../platform/jobs/leftovers';
import { dayMs } from '../../platform/time/durations';

/** Of partners' events, no longer than the log needs them, and of secrets that no longer sign. */
export const webhookLeftovers: Leftover[] = [
  { statement: 'DELETE FROM webhook_messages WHERE created_at < ? LIMIT ?', keptFor: 30 * dayMs },
  { statement: 'DELETE FROM older_webhook_secrets WHERE expires_at < ? LIMIT ?', keptFor: 0 },
];
