import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { Button } from '@bank/ui/button';
import { Cluster, Stack } from '@bank/ui/layout';
import { TextField } from '@bank/ui/text-field';
import { useKycTexts } from './texts';
import styles from './kyc-form.module.css';
import type { PersonalForm } from './use-personal-form';

interface PersonalStepProps {
  form: PersonalForm;
  onDone: () => void;
}

/** Step 0: the person whose identity is verified. */
export function PersonalStep({ form, onDone }: PersonalStepProps) {
  const { t } = useKycTexts();
  const { field, errors } = useFormFields(
    form,
    {
      firstName: t('kyc.first_name'),
      lastName: t('kyc.last_name'),
      birthDate: t('kyc.birth_date'),
      address: t('kyc.address'),
    },
    'kyc',
  );
  return (
    <FormFrame
      form={form}
      errors={errors}
      message={undefined}
      className={styles.fields}
      onSubmit={form.handleSubmit(onDone)}
    >
      <Stack className={styles.pair}>
        <TextField {...field('firstName')} required autoComplete="given-name" />
        <TextField {...field('lastName')} required autoComplete="family-name" />
      </Stack>
      <TextField {...field('birthDate')} required type="date" autoComplete="bday" />
      <TextField {...field('address')} required hint={t('kyc.address_hint')} autoComplete="street-address" />
      <Cluster>
        <Button type="submit">{t('kyc.continue')}</Button>
      </Cluster>
    </FormFrame>
  );
}
