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

/** Step 0: who the documents are of. */
export function PersonalStep({ form, onDone }: PersonalStepProps) {
  const { t } = useTexts();
  const { handleSubmit, errorOf, register, formState } = form;
  const errors = personalFields.flatMap((field) => {
    const message = errorOf(field);
    return message ? [{ id: idOf(field), message }] : [];
  });
  const bind = (field: keyof PersonalInput) => ({
    ...register(field),
    id: idOf(field),
    error: errorOf(field),
    required: true,
  });
  return (
    <form noValidate className={styles.fields} onSubmit={(event) => void handleSubmit(onDone)(event)}>
      <ErrorSummary errors={errors} attempt={formState.submitCount} />
      <div className={styles.pair}>
        <TextField {...bind('firstName')} label={t('kyc.first_name')} autoComplete="given-name" />
        <TextField {...bind('lastName')} label={t('kyc.last_name')} autoComplete="family-name" />
      </div>
      <TextField {...bind('birthDate')} label={t('kyc.birth_date')} type="date" autoComplete="bday" />
      <TextField
        {...bind('address')}
        label={t('kyc.address')}
        hint={t('kyc.address_hint')}
        autoComplete="street-address"
      />
      <div className={styles.actions}>
        <Button type="submit">{t('kyc.continue')}</Button>
      </div>
    </form>
  );
}
