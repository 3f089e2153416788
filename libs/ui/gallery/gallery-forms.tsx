import { useId, useState } from 'react';
import { Amount } from '../data/amount';
import { AmountField, parseAmount } from '../fields/amount-field';
import { Button } from '../actions/button';
import { CheckboxField } from '../fields/checkbox-field';
import { CodeField } from '../fields/code-field';
import { ErrorSummary } from '../fields/error-summary';
import { FormActions } from '../fields/form-actions';
import { Stack } from '../layout/layout';
import { Section } from './gallery-section';
import { useGalleryTexts } from './gallery-texts';
import styles from './gallery.module.css';
import { PasswordField } from '../fields/password-field';
import { SelectField } from '../fields/select-field';
import { TextField } from '../fields/text-field';
import { TextareaField } from '../fields/textarea-field';

const topics = ['account', 'cards'] as const;

export function Fields() {
  const { t } = useGalleryTexts();
  const [typed, setTyped] = useState('12,50');
  const read = parseAmount(typed);
  return (
    <Section title={t('fields')}>
      <Stack as="form" gap={24} className={styles.form} noValidate>
        <TextField label={t('email')} hint={t('email_hint')} type="email" required />
        <PasswordField label={t('password')} defaultValue="Client-demo-1" required />
        <AmountField
          label={t('amount')}
          hint={read === null ? t('amount_unread') : <Amount value={read} />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label={t('topic')}
          options={topics.map((value) => ({ value, label: t(`topic_${value}`) }))}
          placeholder={t('topic_choose')}
          required
        />
        <TextareaField label={t('message')} hint={t('message_hint')} maxLength={500} optional />
        <CodeField label={t('code')} defaultValue="1234" />
        <CheckboxField label={t('alerts')} hint={t('alerts_hint')} defaultChecked />
        <TextField label={t('username')} value="marie" disabled readOnly />
        <FormActions submit={t('submit')} isSending={false} onCancel={() => undefined} />
        <FormActions submit={t('submit')} isSending onCancel={() => undefined} />
      </Stack>
    </Section>
  );
}

export function Refused() {
  const { t } = useGalleryTexts();
  const [attempt, setAttempt] = useState(0);
  const id = useId();
  const field = (name: string) => `${id}-${name}`;
  const required = t('required');
  const errors = [
    { id: field('name'), label: t('first_name') },
    { id: field('word'), label: t('chosen_password') },
  ];
  return (
    <Section title={t('refused')}>
      <Stack as="form" gap={24} className={styles.form} noValidate>
        {attempt > 0 && <ErrorSummary errors={errors} attempt={attempt} />}
        <TextField id={field('name')} label={t('first_name')} error={t('first_name_missing')} required />
        <PasswordField id={field('word')} label={t('chosen_password')} error={t('password_short')} required />
        <AmountField label={t('refused_amount')} error={t('two_decimals')} defaultValue="12,505" />
        <SelectField
          label={t('refused_topic')}
          options={topics.map((value) => ({ value, label: t(`topic_${value}`) }))}
          error={required}
          placeholder={t('choose')}
        />
        <CheckboxField label={t('terms')} error={required} />
        <Button onClick={() => setAttempt(attempt + 1)}>{t('show_summary')}</Button>
      </Stack>
    </Section>
  );
}
