/** The states of a customer's transaction (specification 2, section 4): apart, for pages that do without the contracts' library. */
export const transactionStatuses = ['completed', 'pending', 'failed', 'cancelled'] as const;
