import { type ChangeEvent, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { classNames } from '@bank/ui/class-names';
import { Icon } from '@bank/ui/icon';
import { Stack } from '@bank/ui/layout';
import { TextField } from '@bank/ui/text-field';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useTransferTexts } from './texts';
import styles from './iban-field.module.css';
import { useIbanDescription } from './iban-description';
import { regrouped } from './regroup';

interface IbanFieldProps {
  id: string;
  typed: string;
  refused: string | undefined;
  attempt: number;
  registration: UseFormRegisterReturn;
}

/**
 * An IBAN, grouped by fours while it is typed. Displays its country as soon as it is known, and its error after
 * typing or once the number is complete.
 */
export function IbanField({ id, typed, refused, attempt, registration }: IbanFieldProps) {
  const { t } = useTransferTexts();
  const [typingSince, setTypingSince] = useState<number>();
  const { country, isValid, isComplete, reason } = useIbanDescription()(typed);
  const isTyping = typingSince === attempt;
  const shown = isComplete || !isTyping ? reason : undefined;
  return (
    <Stack gap={4}>
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
          // A text that appears while a button is pressed would move it away; submitting displays it too.
          if (!(event.relatedTarget instanceof HTMLButtonElement)) setTypingSince(undefined);
          void registration.onBlur(event);
        }}
      />
      <p role="status" className={classNames(styles.state, shown && styles.hidden)}>
        {shown && <VisuallyHidden>{shown}</VisuallyHidden>}
        {isValid && <Icon name="circle-check" size={16} />}
        {!shown && country && <span>{isValid ? t('transfer.iban_valid', { country }) : country}</span>}
      </p>
    </Stack>
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
