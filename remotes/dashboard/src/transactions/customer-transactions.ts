export const customerTransactions = {
  path: '/user/transactions',
  queryKey: ['transactions'],
  refreshOn: 'transaction',
} as const;
