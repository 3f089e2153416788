import type { ReactNode, SubmitEvent } from 'react';
// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { ErrorSummary, type SummaryError } from '@bank/ui/error-summary';
import { Stack } from '@bank/ui/layout';

export interface FormFrameProps {
  form: { failure: string | undefined; formState: { submitCount: number } };
  /** The refused fields, for the summary. */
  errors?: readonly SummaryError[];
  /** Displayed instead of the form's own failure. */
  message?: string;
  /** How often the form was sent, if it is not the form's own count. */
  attempt?: number;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  className?: string;
  autoComplete?: 'off';
  /** Precedes the error summary. */
  head?: ReactNode;
  children: ReactNode;
}

const none: readonly SummaryError[] = [];

/** The frame of a form: its error summary, then its fields. */
export function FormFrame(props: FormFrameProps) {
  const { form, errors = none, onSubmit, className, autoComplete, head, children } = props;
  const message = 'message' in props ? props.message : form.failure;
  return (
    <Stack
      as="form"
      noValidate
      className={className}
      autoComplete={autoComplete}
      onSubmit={(event) => void onSubmit(event)}
    >
      {head}
      <ErrorSummary errors={errors} message={message} attempt={props.attempt ?? form.formState.submitCount} />
      {children}
    </Stack>
  );
}
