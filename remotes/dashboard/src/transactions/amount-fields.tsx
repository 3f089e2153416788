import { useDebounced } from '@bank/client/use-debounced';
import { typedAmount } from '@bank/contracts/typed-amount';
import { TextField } from '@bank/ui/text-field';
import { amount } from '@bank/contracts/money';
import { useTransactionsTexts } from './texts';

interface AmountFieldsProps {
  values: Record<'amountMin' | 'amountMax', string>;
  change: (changes: Partial<Record<'amountMin' | 'amountMax', string>>) => void;
}

const typed = typedAmount(amount.min(0));
const valueOf = (text: string) => typed.safeParse(text).data;

/** The least and the greatest amount of the list, as people type them; they count when the typing pauses. */
export function AmountFields({ values, change }: AmountFieldsProps) {
  const { t } = useTransactionsTexts();
  const least = useAmount(values.amountMin, (amountMin) => change({ amountMin }));
  const most = useAmount(values.amountMax, (amountMax) => change({ amountMax }));
  const isReversed = (valueOf(least.value) ?? 0) > (valueOf(most.value) ?? Infinity);
  return (
    <>
      <TextField label={t('amount_min')} inputMode="decimal" maxLength={30} {...least} />
      <TextField
        label={t('amount_max')}
        inputMode="decimal"
        maxLength={30}
        {...most}
        error={isReversed ? t('amounts_reversed') : most.error}
      />
    </>
  );
}

/** Only an amount is passed on: a text that is none stays in its field, with what is wrong with it. */
function useAmount(value: string, change: (text: string) => void) {
  const { t } = useTransactionsTexts();
  const [text, setText] = useDebounced(value, (given) => {
    if (given === '' || valueOf(given) !== undefined) change(given);
  });
  const isWrong = text.trim() !== '' && valueOf(text) === undefined;
  return {
    value: text,
    onChange: ({ target }: { target: { value: string } }) => setText(target.value),
    error: isWrong ? t('amount_invalid') : undefined,
  };
}
