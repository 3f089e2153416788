import type { ReactNode, SubmitEventHandler } from 'react';
import { ErrorSummary } from '@bank/ui/error-summary';
import { FormActions, type FormActionsProps } from '@bank/ui/form-actions';
import styles from './settings-form.module.css';

interface SettingsFormProps {
  /** The fields that may be refused; the id is that of their control. */
  fields: readonly { id: string; label: string; error: string | undefined }[];
  state: { submitCount: number; isSubmitting: boolean };
  /** What the button does. */
  action: string;
  variant?: FormActionsProps['variant'];
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  /** Leaves the form as it was. */
  onCancel?: () => void;
  /** Said beside the button, such as that something is not saved yet. */
  note?: string;
  children: ReactNode;
}

/** A form of the settings: what was refused above its fields, its action below them. */
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
