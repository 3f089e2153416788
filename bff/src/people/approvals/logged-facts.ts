import type { ApprovalSummary } from '@bank/contracts/call-approvals';

/** The facts of an approval for the activity log; for a payment also its amount and payee. */
export const loggedFacts = (id: number, { action, amount, currency, payee }: ApprovalSummary) => ({
  id,
  action,
  about: [
    amount === undefined ? '' : ` ${amount} ${currency ?? 'EUR'}`,
    payee === undefined ? '' : ` → ${payee}`,
  ].join(''),
});
