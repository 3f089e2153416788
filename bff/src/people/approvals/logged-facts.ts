import type { ApprovalSummary } from '@bank/contracts/call-approvals';

/** What the activity log keeps of an approval: of a payment also its amount and payee. */
export const loggedFacts = (id: number, { action, amount, currency, payee }: ApprovalSummary) => ({
  id,
  action,
  about: [
    amount === undefined ? '' : ` ${amount} ${currency ?? 'EUR'}`,
    payee === undefined ? '' : ` → ${payee}`,
  ].join(''),
});
