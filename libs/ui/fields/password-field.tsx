import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useState } from 'react';
import { ControlButton } from './control-button';
import { TextField, type TextFieldProps } from './text-field';

/** A password that can be shown while it is typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'control'>) {
  const { t } = useSharedTexts();
  const [shown, setShown] = useState(false);
  const toggle = (
    <ControlButton
      icon={shown ? 'eye-off' : 'eye'}
      className="needs-script"
      aria-label={t('password.show')}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    />
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
