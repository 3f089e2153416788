import type { ReactNode } from 'react';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button, type ButtonProps } from '../actions/button';
import { Cluster } from '../layout/layout';

export interface FormActionsProps {
  submit: ReactNode;
  isSending: boolean;
  variant?: ButtonProps['variant'];
  /** Cancels the form; disabled while it is being sent. */
  onCancel?: () => void;
  /** The label of the second button. Default: "Cancel". */
  cancel?: string;
  /** Further content beside the buttons. */
  children?: ReactNode;
}

/** The end of a form: the button that sends it, then the way out. */
export function FormActions({ submit, isSending, variant, onCancel, cancel, children }: FormActionsProps) {
  const { t } = useSharedTexts();
  return (
    <Cluster align="center">
      <Button type="submit" variant={variant} loading={isSending}>
        {submit}
      </Button>
      {onCancel && (
        <Button variant="secondary" disabled={isSending} onClick={onCancel}>
          {cancel ?? t('action.cancel')}
        </Button>
      )}
      {children}
    </Cluster>
  );
}
