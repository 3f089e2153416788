import type { ApprovalChange } from '@bank/contracts/approvals';

/** The default fields of a new user: they need no permission beyond that of adding one. */
export const asCustomer = { role: 'user', status: 'active', kyc_status: 'pending' } as const;

/** Whether a field of a new user has its default. */
export const isUnchosen = ({ field, from, to }: ApprovalChange): boolean =>
  from === null && Object.entries(asCustomer).some(([name, value]) => name === field && value === to);
