import { useState } from 'react';
import {
  type CountMessageRequest,
  type MessageChannel,
  messageProducts,
  messagePurposes,
  type NewMessageRequest,
  newMessageRequest,
} from '@bank/contracts/customer-messages';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { QueryError } from '@bank/client/query-boundary';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { useFormat } from '@bank/i18n/use-format';
import { Card } from '@bank/ui/card';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { FormActions } from '@bank/ui/form-actions';
import { Cluster, Grid } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { StepTitle } from '@bank/ui/step-title';
import { TextField } from '@bank/ui/text-field';
import { TextareaField } from '@bank/ui/textarea-field';
import { useToast } from '@bank/ui/toast';
import { MessagePreview } from './message-preview';
import { submitMessage, useMessageCount, useMessagesRefresh } from './messages.api';
import styles from './messages.module.css';
import { useMessageTexts } from './texts';

const draft = 'new-message';
const empty = {
  ...({ purpose: 'service', per_minute: 600 } as const),
  segment: { level: 'all', language: 'all', country: '', product: 'all', joined_from: '', joined_to: '' },
  title_fr: '',
  title_en: '',
  text_fr: '',
  text_en: '',
};
const levels = ['all', 'approved', 'not_approved'] as const;
const readers = ['all', 'fr', 'en'] as const;

function useMessageForm() {
  const { t } = useMessageTexts();
  const form = useBankForm({ schema: newMessageRequest, defaultValues: { ...empty, channels: [] }, draft });
  const fields = useFormFields(form, {
    purpose: t('form.purpose'),
    title_fr: t('form.title_fr'),
    text_fr: t('form.text_fr'),
    title_en: t('form.title_en'),
    text_en: t('form.text_en'),
    'segment.level': t('form.level'),
    'segment.language': t('form.language'),
    'segment.product': t('form.product'),
    'segment.country': t('form.country'),
    'segment.joined_from': t('form.joined_from'),
    'segment.joined_to': t('form.joined_to'),
    per_minute: t('form.per_minute'),
  });
  return { form, ...fields };
}

type MessageForm = ReturnType<typeof useMessageForm>;

const options = <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
  values.map((value) => ({ value, label: label(value) }));

interface NewMessageProps {
  channels: readonly MessageChannel[];
  onClose: () => void;
}

/** Writes a message: first its words and recipients, then a preview that is sent to a second person for approval. */
export function NewMessage({ channels, onClose }: NewMessageProps) {
  const { t } = useMessageTexts();
  const [written, setWritten] = useState<NewMessageRequest>();
  const { form, field, errors } = useMessageForm();
  const onSent = () => {
    form.forget();
    onClose();
  };
  if (written) return <Submission written={written} onBack={() => setWritten(undefined)} onSent={onSent} />;
  // Nothing is sent yet: the draft stays.
  const onSubmit = form.handleSubmit(setWritten);
  return (
    <Card>
      <FormFrame
        form={form}
        errors={errors}
        onSubmit={onSubmit}
        head={<StepTitle title={t('new.title')} takeFocus />}
      >
        <SelectField
          {...field('purpose')}
          hint={t('form.purpose_hint')}
          options={options(messagePurposes, (value) => t(`purpose.${value}`))}
        />
        <TextField {...field('title_fr')} lang="fr" maxLength={120} required />
        <TextareaField {...field('text_fr')} lang="fr" rows={4} maxLength={1_000} required />
        <TextField {...field('title_en')} lang="en" maxLength={120} required />
        <TextareaField {...field('text_en')} lang="en" rows={4} maxLength={1_000} required />
        <SegmentFields field={field} />
        <ChannelFields form={form} channels={channels} />
        <TextField {...field('per_minute')} inputMode="numeric" maxLength={4} required />
        <FormActions submit={t('new.preview')} isSending={form.formState.isSubmitting} onCancel={onClose} />
      </FormFrame>
    </Card>
  );
}

/** The recipients: customers who match all fields. */
function SegmentFields({ field }: Pick<MessageForm, 'field'>) {
  const { t } = useMessageTexts();
  return (
    <Grid align="start">
      <SelectField {...field('segment.level')} options={options(levels, (value) => t(`level.${value}`))} />
      <SelectField
        {...field('segment.language')}
        options={options(readers, (value) => t(`language.${value}`))}
      />
      <SelectField
        {...field('segment.product')}
        options={options(messageProducts, (value) => t(`product.${value}`))}
      />
      <TextField {...field('segment.country')} maxLength={60} />
      <TextField {...field('segment.joined_from')} type="date" />
      <TextField {...field('segment.joined_to')} type="date" />
    </Grid>
  );
}

function ChannelFields({ form, channels }: Pick<MessageForm, 'form'> & Pick<NewMessageProps, 'channels'>) {
  const { t } = useMessageTexts();
  return (
    <fieldset className={styles.group}>
      <legend>{t('form.channels')}</legend>
      <Cluster gap="12-16">
        {channels.map((channel) => (
          <CheckboxField
            key={channel}
            label={t(`channel.${channel}`)}
            value={channel}
            {...form.register('channels')}
          />
        ))}
      </Cluster>
      <p className={styles.count}>{t('form.channels_hint')}</p>
    </fieldset>
  );
}

interface SubmissionProps {
  written: NewMessageRequest;
  onBack: () => void;
  onSent: () => void;
}

function Submission({ written, onBack, onSent }: SubmissionProps) {
  const { t } = useMessageTexts();
  const { show } = useToast();
  const refresh = useMessagesRefresh();
  const isShown = useIsShown();
  const intent = useIdempotencyKey(draft);
  const form = useBankForm({ schema: newMessageRequest, defaultValues: written as never });
  const onSubmit = form.submit(async () => {
    await intent.send(written, undefined, (key) => submitMessage(written, key), isShown);
    void refresh();
    show({ type: 'success', message: t('new.done') });
    if (isShown()) onSent();
  });
  const { title_fr, title_en, text_fr, text_en, purpose, segment } = written;
  return (
    <Card>
      <FormFrame form={form} onSubmit={onSubmit} head={<StepTitle title={t('preview.title')} takeFocus />}>
        <MessagePreview title={{ fr: title_fr, en: title_en }} text={{ fr: text_fr, en: text_en }} />
        <Count request={{ purpose, segment }} />
        <FormActions submit={t('new.submit')} isSending={form.formState.isSubmitting} onCancel={onBack} />
      </FormFrame>
    </Card>
  );
}

function Count({ request }: { request: CountMessageRequest }) {
  const { t } = useMessageTexts();
  const { number } = useFormat();
  const query = useMessageCount(request);
  const { data } = query;
  if (query.isError && !data) return <QueryError query={query} title={t('count.failed')} />;
  return (
    <p role="status" className={styles.count}>
      {data &&
        t(data.estimated ? 'count.estimated' : 'count.exact', {
          count: data.count,
          shown: number(data.count),
        })}
    </p>
  );
}
