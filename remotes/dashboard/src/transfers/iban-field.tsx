import { type ChangeEvent, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { classNames } from '@bank/ui/class-names';
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
  /** How often the form was sent. */
  attempt: number;
  registration: UseFormRegisterReturn;
}

/**
 * An IBAN, grouped by fours while it is typed. Says its country as soon as it is known, and what is wrong when nobody
 * types in it any more or the number is complete.
 */
export function IbanField({ id, typed, refused, attempt, registration }: IbanFieldProps) {
  const { t } = useTexts();
  const [typingSince, setTypingSince] = useState<number>();
  const { country, isValid, isComplete, reason } = useIbanWords()(typed);
  const isTyping = typingSince === attempt;
  const shown = isComplete || !isTyping ? reason : undefined;
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
          setTypingSince(attempt);
          void registration.onChange(event);
        }}
        onBlur={(event) => {
          // Words that appear under a button being pressed would move it away; sending the form shows them too.
          if (!(event.relatedTarget instanceof HTMLButtonElement)) setTypingSince(undefined);
          void registration.onBlur(event);
        }}
      />
      <p role="status" className={classNames(styles.state, shown && styles.said)}>
        {shown && <VisuallyHidden>{shown}</VisuallyHidden>}
        {isValid && <Icon name="circle-check" size={16} />}
        {!shown && country && <span>{isValid ? t('transfer.iban_valid', { country }) : country}</span>}
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
