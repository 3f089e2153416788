import type { ReactNode, Ref, SubmitEventHandler } from 'react';
import { Button } from '@bank/ui/button';
import { ErrorSummary } from '@bank/ui/error-summary';
import { Stack } from '@bank/ui/layout';

/** A field whose control has the name as id. */
interface AuthFormField {
  name: string;
  label: string;
  error: string | undefined;
}

interface AuthFormProps {
  fields: readonly AuthFormField[];
  /** An error that is about no field. */
  failure: string | undefined;
  state: { submitCount: number; isSubmitting: boolean };
  action: string;
  actionRef?: Ref<HTMLButtonElement>;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  children?: ReactNode;
}

/** A form with its errors above the fields and one button below. */
export function AuthForm({ fields, failure, state, action, actionRef, onSubmit, children }: AuthFormProps) {
  const errors = fields.flatMap(({ name, label, error }) => (error ? [{ id: name, label }] : []));
  return (
    <Stack as="form" method="post" noValidate onSubmit={onSubmit}>
      <ErrorSummary
        errors={errors}
        message={errors.length > 0 ? undefined : failure}
        attempt={state.submitCount}
      />
      {children}
      <Button ref={actionRef} type="submit" wide loading={state.isSubmitting} disabled={state.isSubmitting}>
        {action}
      </Button>
    </Stack>
  );
}
