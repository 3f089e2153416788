import type { ReactNode, Ref, SubmitEventHandler } from 'react';
import { Button } from '@bank/ui/button';
import { ErrorSummary } from '@bank/ui/error-summary';
import styles from './auth-form.module.css';

/** A field of a form. Its control has the name as id. */
interface AuthFormField {
  name: string;
  label: string;
  error: string | undefined;
}

interface AuthFormProps {
  fields: readonly AuthFormField[];
  /** What went wrong when no field is to blame. */
  failure: string | undefined;
  state: { submitCount: number; isSubmitting: boolean };
  /** What the button does. */
  action: string;
  actionRef?: Ref<HTMLButtonElement>;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  children?: ReactNode;
}

/** A form with what was refused above its fields, and its one action below them. */
export function AuthForm({ fields, failure, state, action, actionRef, onSubmit, children }: AuthFormProps) {
  const errors = fields.flatMap(({ name, label, error }) => (error ? [{ id: name, label }] : []));
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <ErrorSummary
        errors={errors}
        message={errors.length > 0 ? undefined : failure}
        attempt={state.submitCount}
      />
      {children}
      <Button ref={actionRef} type="submit" wide loading={state.isSubmitting} disabled={state.isSubmitting}>
        {action}
      </Button>
    </form>
  );
}
