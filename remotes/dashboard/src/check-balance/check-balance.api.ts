import type { BalanceCheck } from '@bank/contracts/accounts';
import { api } from '@bank/client/api';
import { useMutation } from '@bank/client/query';

/** The response contains no balance. */
export class InvalidResponse extends Error {
  override name = 'InvalidResponse';
}

/** Fetches the current balance; never cached. */
export const useBalanceCheck = (onResponse: (response: BalanceCheck['balance']) => void) =>
  useMutation({ mutationFn: checkBalance, onSuccess: onResponse });

async function checkBalance() {
  const response = await api.get<Partial<BalanceCheck> | null>('/solde/check');
  const balance = response?.balance;
  if (typeof balance?.current_balance !== 'number') throw new InvalidResponse();
  return balance;
}
