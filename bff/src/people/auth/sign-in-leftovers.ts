import type { Leftover } from '../../platform/jobs/leftovers';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Of sign-ins; deleting a session deletes its refresh tokens. */
export const signInLeftovers: Leftover[] = [
  { statement: 'DELETE FROM mfa_challenges WHERE expires_at < ? LIMIT ?', keptFor: minute },
  { statement: 'DELETE FROM login_failures WHERE updated_at < ? LIMIT ?', keptFor: day },
  { statement: 'DELETE FROM password_resets WHERE created_at < ? LIMIT ?', keptFor: day },
  { statement: 'DELETE FROM email_changes WHERE created_at < ? LIMIT ?', keptFor: 2 * day },
  { statement: 'DELETE FROM email_verifications WHERE created_at < ? LIMIT ?', keptFor: 4 * day },
  { statement: 'DELETE FROM phone_codes WHERE created_at < ? LIMIT ?', keptFor: day },
  { statement: 'DELETE FROM remembered_browsers WHERE expires_at < ? LIMIT ?', keptFor: 0 },
  { statement: 'DELETE FROM seen_browsers WHERE seen_at < ? LIMIT ?', keptFor: 400 * day },
  { statement: 'DELETE FROM sessions WHERE expires_at < ? LIMIT ?', keptFor: 7 * day },
];
