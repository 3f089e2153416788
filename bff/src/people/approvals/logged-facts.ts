import type { ApprovalSummary } from '@bank/contracts/call-approvals';

/**
 * The facts of an approval for the activity log; for a payment also its amount and payee. A user whom an administrator changes is
 * logged by number alone: the log outlives their contact data.
 */
export const loggedFacts = (
  id: number,
  { action, amount, currency, payee, user_id: userId }: ApprovalSummary,
) => {
  const to = userId === undefined ? payee : `#${userId}`;
  const sum = amount === undefined ? '' : ` ${amount} ${currency ?? 'EUR'}`;
  return { id, action, about: `${sum}${to === undefined ? '' : ` → ${to}`}` };
};
