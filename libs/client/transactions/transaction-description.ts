import { movementText } from '@bank/contracts/movements';
import type { Transaction } from '@bank/contracts/transactions';
import { useTransactionWords } from './transaction-words';

/** Returns the description of a transaction in the language of the page, or its type if it has none. */
export function useDescription() {
  const { t, language } = useTransactionWords();
  return ({ description, type }: Pick<Transaction, 'description' | 'type'>): string =>
    description ? movementText(description, language) : t(`type_${type}`);
}
