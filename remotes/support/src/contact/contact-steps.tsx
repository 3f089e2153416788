import { responseHours, ticketCategories, ticketPriorities } from '@bank/contracts/support';
import { Link } from '@bank/client/router';
import { Alert } from '@bank/ui/alert';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { TextareaField } from '@bank/ui/textarea-field';
import { useLabelTexts } from '../labels/texts';
import { AttachmentsField } from './attachments-field';
import styles from './contact-form.module.css';
import { type ContactField, idOf } from './steps';
import { useContactTexts } from './texts';
import type { ContactForm } from './use-contact-form';

interface StepProps {
  contact: ContactForm;
}

/** Props that bind a field to its control. */
const bind = ({ register, errorOf }: ContactForm, field: ContactField) => ({
  ...register(field),
  id: idOf(field),
  error: errorOf(field),
});

export function PersonalStep({ contact }: StepProps) {
  const { t } = useContactTexts();
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        <TextField
          {...bind(contact, 'firstName')}
          label={t('firstName')}
          autoComplete="given-name"
          required
        />
        <TextField {...bind(contact, 'lastName')} label={t('lastName')} autoComplete="family-name" required />
      </div>
      <TextField
        {...bind(contact, 'email')}
        label={t('email')}
        hint={t('email.hint')}
        type="email"
        autoComplete="email"
        required
      />
      <TextField
        {...bind(contact, 'phone')}
        label={t('phone')}
        hint={t('phone.hint')}
        type="tel"
        autoComplete="tel"
        optional
      />
    </div>
  );
}

export function CategoryStep({ contact }: StepProps) {
  const { t: common } = useLabelTexts();
  const { t } = useContactTexts();
  const urgent = contact.form.watch('priority') === 'urgent';
  return (
    <div className={styles.fields}>
      <SelectField
        {...bind(contact, 'category')}
        label={t('category')}
        placeholder={t('category.choose')}
        options={ticketCategories.map((category) => ({
          value: category,
          label: common(`category.${category}`),
        }))}
        required
      />
      <fieldset>
        <legend className={styles.legend}>{t('priority')}</legend>
        <Stack gap={8} className={styles.priorities}>
          {ticketPriorities.map((priority) => (
            <label key={priority} className={styles.priority}>
              <input type="radio" value={priority} {...contact.register('priority')} />
              <span className={styles.priorityName}>{common(`priority.${priority}`)}</span>
              <span className={styles.muted}>{t('answer', { hours: responseHours[priority] })}</span>
            </label>
          ))}
        </Stack>
      </fieldset>
      {urgent && (
        <Alert tone="warning">
          <p>
            {t('urgent')} <Link to="/dashboard/cards">{t('urgent.link')}</Link>
          </p>
        </Alert>
      )}
    </div>
  );
}

export function MessageStep({ contact }: StepProps) {
  const { t } = useContactTexts();
  return (
    <div className={styles.fields}>
      <TextField {...bind(contact, 'subject')} label={t('subject')} maxLength={200} required />
      <TextareaField
        {...bind(contact, 'message')}
        label={t('message')}
        hint={t('message.hint')}
        rows={8}
        maxLength={5_000}
        defaultValue={contact.form.getValues('message')}
        required
      />
      <AttachmentsField {...contact.attachments} />
      {contact.transcript && (
        <CheckboxField
          label={t('conversation', { count: contact.transcript.lines.length })}
          hint={t('conversation.hint')}
          checked={contact.transcript.isAttached}
          onChange={({ target }) => contact.transcript?.attach(target.checked)}
        />
      )}
    </div>
  );
}
