import {
  type OpenVisitorConversationRequest,
  type VisitorForm as Typed,
  visitorForm,
  type VisitorFormValues,
} from '@bank/contracts/visitor-conversations';
import { useContractForm } from '@bank/client/contract-form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { Button } from '@bank/ui/button';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { TextField } from '@bank/ui/text-field';
import styles from '../person/person-panel.module.css';
import { useVisitorTexts } from './texts';

type Visitor = NonNullable<OpenVisitorConversationRequest['visitor']>;

interface VisitorFormProps {
  /** Whether the address must be given, or may be. */
  needsEmail: boolean;
  action: string;
  onSubmit: (visitor: Visitor | undefined) => Promise<void>;
}

/** A visitor's name and address, with how long they are kept, and the consent to that. */
export function VisitorForm({ needsEmail, action, onSubmit }: VisitorFormProps) {
  const { t } = useVisitorTexts();
  const form = useContractForm<Typed, VisitorFormValues>({
    schema: needsEmail ? visitorForm.required : visitorForm.optional,
    defaultValues: { name: '', email: '', consent: false },
  });
  const labels = { email: t('email'), name: t('name'), consent: t('consent') };
  const { field, errors } = useFormFields(form, labels);
  const send = form.submit(({ name, email, consent }) =>
    onSubmit(consent ? { name, email, consent } : undefined),
  );
  return (
    <FormFrame form={form} errors={errors} onSubmit={send} className={styles.form}>
      <TextField
        {...field('email')}
        type="email"
        autoComplete="email"
        hint={t('email_hint')}
        required={needsEmail}
        optional={!needsEmail}
      />
      <TextField {...field('name')} autoComplete="name" maxLength={80} optional />
      <CheckboxField {...field('consent')} />
      <p className={styles.small}>{t('privacy')}</p>
      <Button type="submit" loading={form.formState.isSubmitting}>
        {action}
      </Button>
    </FormFrame>
  );
}
