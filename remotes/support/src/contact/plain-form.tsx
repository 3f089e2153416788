import { responseHours, ticketCategories, ticketPriorities } from '@bank/contracts/support';
import { Button } from '@bank/ui/button';
import { Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { TextareaField } from '@bank/ui/textarea-field';
import { useLabelTexts } from '../labels/texts';
import { useContactTexts } from './texts';

const idOf = (field: string) => `plain-${field}`;

/** The message to support as one form, which the browser itself sends: for a page without a script. */
export function PlainForm() {
  const { t: common } = useLabelTexts();
  const { t } = useContactTexts();
  return (
    <Stack as="form" gap={24} method="post">
      <TextField id={idOf('firstName')} name="firstName" label={t('firstName')} required />
      <TextField id={idOf('lastName')} name="lastName" label={t('lastName')} required />
      <TextField id={idOf('email')} name="email" label={t('email')} type="email" required />
      <TextField id={idOf('phone')} name="phone" label={t('phone')} type="tel" optional />
      <SelectField
        id={idOf('category')}
        name="category"
        label={t('category')}
        placeholder={t('category.choose')}
        options={ticketCategories.map((category) => ({
          value: category,
          label: common(`category.${category}`),
        }))}
        required
      />
      <SelectField
        id={idOf('priority')}
        name="priority"
        label={t('priority')}
        options={[...ticketPriorities].map((priority) => ({
          value: priority,
          label: `${common(`priority.${priority}`)} – ${t('answer', { hours: responseHours[priority] })}`,
        }))}
        defaultValue="normal"
      />
      <TextField id={idOf('subject')} name="subject" label={t('subject')} maxLength={200} required />
      <TextareaField
        id={idOf('message')}
        name="message"
        label={t('message')}
        hint={t('message.hint')}
        rows={8}
        maxLength={5_000}
        required
      />
      <div>
        <Button type="submit">{t('send')}</Button>
      </div>
    </Stack>
  );
}
