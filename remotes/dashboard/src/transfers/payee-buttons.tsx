import { Button } from '@bank/ui/button';
import styles from './payee-buttons.module.css';
import type { PayeeChoice } from './payee-choice';

interface PayeeButtonsProps {
  choices: readonly PayeeChoice[];
  onChoose: (choice: PayeeChoice) => void;
}

/** One button for each; two of the same name also show where their account is. */
export const PayeeButtons = ({ choices, onChoose }: PayeeButtonsProps) =>
  choices.map((choice) => {
    const isAlone = choices.filter(({ name }) => name === choice.name).length === 1;
    const isCustomer = choice.values.to === 'customer';
    return (
      <Button
        key={`${choice.name} ${choice.detail}`}
        variant="secondary"
        size="small"
        icon={isCustomer ? 'user' : 'landmark'}
        onClick={() => onChoose(choice)}
      >
        <span className={styles.name}>{isAlone ? choice.name : `${choice.name} ${choice.detail}`}</span>
      </Button>
    );
  });
