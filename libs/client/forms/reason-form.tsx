import type { ReactNode } from 'react';
import type { z } from 'zod';
// Imported by shared names: a remote bundles this file and takes its imports from the host.
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { FormActions } from '@bank/ui/form-actions';
import { TextareaField } from '@bank/ui/textarea-field';

interface Reason {
  reason?: unknown;
}

interface ReasonFormProps<Output extends Reason> {
  /** The contract of the call that carries the reason. */
  schema: z.ZodType<Output, Reason>;
  /** The name of the draft. Default: no draft. */
  draft?: string;
  label: string;
  hint: string;
  submit: string;
  /** The label of a back button, which keeps the draft, in place of "Cancel". */
  back?: string;
  optional?: boolean;
  maxLength?: number;
  /** Sends the reason; what it throws is shown in the form. */
  onSubmit: (values: Output) => Promise<void>;
  onCancel: () => void;
  /** The content before the field. */
  children?: (reason: string, setReason: (text: string) => void) => ReactNode;
}

/** Asks for the reason of a refusal or rollback. */
export function ReasonForm<Output extends Reason>(props: ReasonFormProps<Output>) {
  const { schema, draft, label, back, optional, onSubmit, onCancel, children } = props;
  const form = useBankForm({ schema, defaultValues: { reason: '' }, draft });
  const { field, errors } = useFormFields(form, { reason: label });
  const { isSubmitted, isSubmitting } = form.formState;
  const reason = (form.watch('reason') ?? '') as string;
  const cancel = () => {
    if (!back) form.forget();
    onCancel();
  };
  return (
    <FormFrame form={form} errors={errors} onSubmit={form.submit(onSubmit)}>
      {children?.(reason, (text) => form.setValue('reason', text, { shouldValidate: isSubmitted }))}
      <TextareaField
        {...field('reason')}
        hint={props.hint}
        required={!optional}
        optional={optional}
        rows={3}
        maxLength={props.maxLength ?? 500}
        value={reason}
      />
      <FormActions
        submit={props.submit}
        isSending={isSubmitting}
        variant="danger"
        onCancel={cancel}
        cancel={back}
      />
    </FormFrame>
  );
}
