/** Whether the user whose id an expression names sent no file since the bank last asked for the identity. */
export const isUnsent = (id: string) =>
  `EXISTS (SELECT 1 FROM users sent WHERE sent.id = ${id} AND sent.kyc_submitted_at IS NULL)`;

/** Counts the customers of some statuses whose file waits; its value is the statuses. Reads the waiting ones only. */
export const countSent = `
  SELECT COUNT(*) FROM users FORCE INDEX (users_sent)
  WHERE kyc_status = 'pending' AND kyc_submitted_at IS NOT NULL
    AND role = 'user' AND status IN (?) AND deleted_at IS NULL`;
