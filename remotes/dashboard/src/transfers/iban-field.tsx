import { type ChangeEvent, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Icon } from '@bank/ui/icon';
import { TextField } from '@bank/ui/text-field';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useTexts } from '../texts';
import styles from './iban-field.module.css';
import { useIbanWords } from './iban-words';
import { regrouped } from './regroup';

interface IbanFieldProps {
  id: string;
  /** What stands in the field now. */
  typed: string;
  /** What the form or the server says of it. */
  refused: string | undefined;
  registration: UseFormRegisterReturn;
}

/**
 * An IBAN, grouped by fours while it is typed. Says its country as soon as it is known, and what is wrong once the
 * field is left or the number complete.
 */
export function IbanField({ id, typed, refused, registration }: IbanFieldProps) {
  const { t } = useTexts();
  const [isLeft, setIsLeft] = useState(false);
  const { country, isValid, isComplete, reason } = useIbanWords()(typed);
  const shown = isLeft || isComplete ? reason : undefined;
  return (
    <div className={styles.iban}>
      <TextField
        {...registration}
        id={id}
        required
        label={t('transfer.iban')}
        hint={t('transfer.iban_hint')}
        error={reason ? shown : refused}
        className={styles.number}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => {
          regroup(event);
          setIsLeft(false);
          void registration.onChange(event);
        }}
        onBlur={(event) => {
          setIsLeft(true);
          void registration.onBlur(event);
        }}
      />
      <p role="status" className={styles.state}>
        {isValid && <Icon name="circle-check" size={16} />}
        {country && <span>{isValid ? t('transfer.iban_valid', { country }) : country}</span>}
        {shown && <VisuallyHidden>{shown}</VisuallyHidden>}
      </p>
    </div>
  );
}

function regroup({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) {
  const { inputType, isComposing } = nativeEvent as InputEvent;
  if (isComposing) return;
  const { selectionStart, value } = input;
  const { text, caret } = regrouped(
    value,
    selectionStart ?? value.length,
    inputType === 'deleteContentForward',
  );
  if (text !== value) input.value = text;
  input.setSelectionRange(caret, caret);
}
