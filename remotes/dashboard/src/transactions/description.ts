import { bankWords } from '@bank/contracts/movements';
import type { Transaction } from '@bank/contracts/transactions';
import { useTexts } from '../texts';

const ownWords = Object.keys(bankWords) as (keyof typeof bankWords)[];

/**
 * What a movement is called: somebody's own words as they are, the bank's in the language of the page. The reason of an
 * adjustment stands after these.
 */
export function useDescription() {
  const { t } = useTexts();
  return ({ description, type }: Pick<Transaction, 'description' | 'type'>): string => {
    if (!description) return t(`transactions.type_${type}`);
    const name = ownWords.find((each) => bankWords[each] === description);
    if (name) return t(`transactions.words_${name}`);
    const adjusted = `${bankWords.adjustment} : `;
    if (!description.startsWith(adjusted)) return description;
    return t('transactions.words_adjustment_why', { reason: description.slice(adjusted.length) });
  };
}
