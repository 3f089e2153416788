// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { FormFrame, type FormFrameProps } from '@bank/client/form-frame';
import { Card } from '@bank/ui/card';
import type { ButtonProps } from '@bank/ui/button';
import { FormActions } from '@bank/ui/form-actions';
import { StepTitle } from '@bank/ui/step-title';

export interface StepFormProps extends Pick<FormFrameProps, 'errors' | 'onSubmit' | 'children'> {
  form: FormFrameProps['form'] & { formState: { isSubmitting: boolean } };
  title: string;
  /** The label of the button that sends it. */
  submit: string;
  variant?: ButtonProps['variant'];
  onCancel: () => void;
}

/** A form that replaces a button: a card whose title takes the focus, the fields, and the way out. */
export function StepForm({
  form,
  errors,
  onSubmit,
  title,
  submit,
  variant,
  onCancel,
  children,
}: StepFormProps) {
  return (
    <Card>
      <FormFrame form={form} errors={errors} onSubmit={onSubmit} head={<StepTitle title={title} takeFocus />}>
        {children}
        <FormActions
          submit={submit}
          isSending={form.formState.isSubmitting}
          variant={variant}
          onCancel={onCancel}
        />
      </FormFrame>
    </Card>
  );
}
