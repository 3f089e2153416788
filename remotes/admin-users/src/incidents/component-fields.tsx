import { useId } from 'react';
import { statusComponents } from '@bank/contracts/incidents';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { FieldError } from '@bank/ui/field';
import { Cluster } from '@bank/ui/layout';
import styles from './incidents.module.css';
import { useIncidentTexts } from './texts';

interface ComponentFieldsProps {
  register: (name: 'components') => object;
  hint: string;
  error: string | undefined;
}

/** The parts of the bank that an incident concerns. */
export function ComponentFields({ register, hint, error }: ComponentFieldsProps) {
  const { t } = useIncidentTexts();
  const [hintId, errorId] = [useId(), useId()];
  return (
    <fieldset className={styles.components} aria-describedby={error ? `${errorId} ${hintId}` : hintId}>
      <legend>{t('form.components')}</legend>
      <Cluster gap="12-16">
        {statusComponents.map((component) => (
          <CheckboxField
            key={component}
            label={t(`component.${component}`)}
            value={component}
            {...register('components')}
          />
        ))}
      </Cluster>
      <p id={hintId}>{hint}</p>
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
