/** The source of the customer's own transactions. */
export const customerTransactions = {
  path: '/user/transactions',
  queryKey: ['transactions'],
  refreshOn: 'transaction',
} as const;
