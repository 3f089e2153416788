import type { ReactNode } from 'react';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button, type ButtonProps } from './button';
import styles from './form-actions.module.css';

export interface FormActionsProps {
  /** The words of the button that sends the form. */
  submit: ReactNode;
  isSending: boolean;
  variant?: ButtonProps['variant'];
  /** Gives the form up, which it cannot be while it is being sent. */
  onCancel?: () => void;
  /** The words of the way out, where it does not cancel. */
  cancel?: string;
  /** What stands beside the buttons. */
  children?: ReactNode;
}

/** The end of a form: the button that sends it, then the way out. */
export function FormActions({ submit, isSending, variant, onCancel, cancel, children }: FormActionsProps) {
  const { t } = useSharedTexts();
  return (
    <div className={styles.actions}>
      <Button type="submit" variant={variant} loading={isSending}>
        {submit}
      </Button>
      {onCancel && (
        <Button variant="secondary" disabled={isSending} onClick={onCancel}>
          {cancel ?? t('action.cancel')}
        </Button>
      )}
      {children}
    </div>
  );
}
