/** When the last payment to an entry `b` was ordered, of those that were not refused, cancelled or returned. */
export const lastUsed = `(
  SELECT MAX(p.created_at) FROM accounts a JOIN payments p ON p.account_id = a.id
  WHERE a.user_id = b.user_id AND p.recipient_account = b.account AND p.status IN ('pending', 'completed')
    AND (b.bic = '' OR p.recipient_bic = b.bic))`;
