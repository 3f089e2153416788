import { Button } from '@bank/ui/button';
import { ErrorSummary } from '@bank/ui/error-summary';
import { TextField } from '@bank/ui/text-field';
import { useTexts } from '../texts';
import type { PersonalForm } from './use-personal-form';
import styles from './kyc-form.module.css';
import { idOf, personalFields, type PersonalInput } from './personal';

interface PersonalStepProps {
  form: PersonalForm;
  onDone: () => void;
}

const labels = {
  firstName: 'kyc.first_name',
  lastName: 'kyc.last_name',
  birthDate: 'kyc.birth_date',
  address: 'kyc.address',
} as const satisfies Record<keyof PersonalInput, string>;

/** Step 0: who the documents are of. */
export function PersonalStep({ form, onDone }: PersonalStepProps) {
  const { t } = useTexts();
  const { handleSubmit, errorOf, register, formState } = form;
  const errors = personalFields.flatMap((field) => {
    const message = errorOf(field);
    return message ? [{ id: idOf(field), label: t(labels[field]) }] : [];
  });
  const bind = (field: keyof PersonalInput) => ({
    ...register(field),
    id: idOf(field),
    label: t(labels[field]),
    error: errorOf(field),
    required: true,
  });
  return (
    <form noValidate className={styles.fields} onSubmit={(event) => void handleSubmit(onDone)(event)}>
      <ErrorSummary errors={errors} attempt={formState.submitCount} />
      <div className={styles.pair}>
        <TextField {...bind('firstName')} autoComplete="given-name" />
        <TextField {...bind('lastName')} autoComplete="family-name" />
      </div>
      <TextField {...bind('birthDate')} type="date" autoComplete="bday" />
      <TextField {...bind('address')} hint={t('kyc.address_hint')} autoComplete="street-address" />
      <div className={styles.actions}>
        <Button type="submit">{t('kyc.continue')}</Button>
      </div>
    </form>
  );
}
