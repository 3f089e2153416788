import type { ChangeEvent } from 'react';
import type { Card } from '@bank/contracts/cards';
import { SelectField } from '@bank/ui/select-field';
import { shortNumber } from '../cards/short-number';
import styles from './card-choice.module.css';
import { usePurchaseTexts } from './texts';

interface CardChoiceProps {
  cards: readonly Card[] | undefined;
  value: string;
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void;
}

/** Which card a list is about; nothing where there is only one. */
export function CardChoice({ cards = [], value, onChange }: CardChoiceProps) {
  const { t } = usePurchaseTexts();
  if (cards.length < 2 && value === '') return null;
  return (
    <div className={styles.choice}>
      <SelectField
        label={t('card')}
        value={value}
        onChange={onChange}
        options={[
          { value: '', label: t('all_cards') },
          ...cards.map((card) => ({ value: String(card.id), label: `${card.brand} ${shortNumber(card)}` })),
        ]}
      />
    </div>
  );
}
