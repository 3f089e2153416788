import { movementText } from '@bank/contracts/movements';
import type { Transaction } from '@bank/contracts/transactions';
import { useTexts } from '../texts';

/** What a movement is called in the language of the page; its type where it has no words. */
export function useDescription() {
  const { t, language } = useTexts();
  return ({ description, type }: Pick<Transaction, 'description' | 'type'>): string =>
    description ? movementText(description, language) : t(`transactions.type_${type}`);
}
