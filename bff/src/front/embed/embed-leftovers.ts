import type { Leftover } from '../../platform/jobs/leftovers';

const minute = 60_000;

/** Of sign-ups in a partner's page, whose applications nobody keeps longer than they may be completed. */
export const embedLeftovers: Leftover[] = [
  { statement: 'DELETE FROM pending_signups WHERE expires_at < ? LIMIT ?', keptFor: 0 },
  { statement: 'DELETE FROM spent_frame_tokens WHERE expires_at < ? LIMIT ?', keptFor: minute },
];
