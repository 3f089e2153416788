import type { Statement } from '../../platform/database/database';

const insert = `
  INSERT INTO former_addresses (user_id, email, new_email, warn_at) VALUES (?, ?, ?, UTC_TIMESTAMP(3))`;

/** An e-mail address that another one replaced. */
export interface Replaced {
  userId: number;
  former: string;
  email: string;
}

/**
 * The statement by which a former address is warned once the transaction has committed: who reads it there may be the only one
 * whom the change surprises. Not for one that may be a stranger's (`isUnprovedReplacement`).
 */
export const warning = ({ userId, former, email }: Replaced): Statement => [insert, [userId, former, email]];
