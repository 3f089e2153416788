import type { BalanceCheck } from '@bank/contracts/accounts';
import { api } from '@bank/client/api';
import { useMutation } from '@bank/client/query';

/** The server answered, but not with a balance. */
export class InvalidAnswer extends Error {
  override name = 'InvalidAnswer';
}

/** Asks for the balance of this instant, each time anew. */
export const useBalanceCheck = (onAnswer: (answer: BalanceCheck['balance']) => void) =>
  useMutation({ mutationFn: checkBalance, onSuccess: onAnswer });

async function checkBalance() {
  const answer = await api.get<Partial<BalanceCheck> | null>('/solde/check');
  const balance = answer?.balance;
  if (typeof balance?.current_balance !== 'number') throw new InvalidAnswer();
  return balance;
}
