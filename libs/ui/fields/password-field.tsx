import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useState } from 'react';
import styles from './control.module.css';
import { Icon } from '../theme/icon';
import { TextField, type TextFieldProps } from './text-field';

/** A password that can be shown while it is typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'control'>) {
  const { t } = useSharedTexts();
  const [shown, setShown] = useState(false);
  const toggle = (
    <button
      type="button"
      className={`${styles.toggle} needs-script`}
      aria-label={t('password.show')}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      <Icon name={shown ? 'eye-off' : 'eye'} />
    </button>
  );
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      control={toggle}
    />
  );
}
