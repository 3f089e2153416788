import type { ReactNode, SubmitEventHandler } from 'react';
import { ErrorSummary } from '@bank/ui/error-summary';
import { FormActions, type FormActionsProps } from '@bank/ui/form-actions';
import styles from './settings-form.module.css';

interface SettingsFormProps {
  /** The fields of the error summary, by the ids of their controls. */
  fields: readonly { id: string; label: string; error: string | undefined }[];
  state: { submitCount: number; isSubmitting: boolean };
  action: string;
  variant?: FormActionsProps['variant'];
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  /** Closes the form without saving. */
  onCancel?: () => void;
  /** Displayed beside the button, such as unsaved changes. */
  note?: string;
  children: ReactNode;
}

export function SettingsForm(props: SettingsFormProps) {
  const { fields, state, action, variant, onSubmit, onCancel, note, children } = props;
  const errors = fields.flatMap(({ id, label, error }) => (error ? [{ id, label }] : []));
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <ErrorSummary errors={errors} attempt={state.submitCount} />
      {children}
      <FormActions submit={action} isSending={state.isSubmitting} variant={variant} onCancel={onCancel}>
        {note && <p className={styles.note}>{note}</p>}
      </FormActions>
    </form>
  );
}
