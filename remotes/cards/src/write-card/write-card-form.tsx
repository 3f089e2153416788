import { type FormEvent, useEffect, useRef } from 'react';
import { type TrackName, trackLengths, writeCardRequest } from '@bank/contracts/cards';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { TextField } from '@bank/ui/text-field';
import { TextareaField } from '@bank/ui/textarea-field';
import { useWriterTexts } from './texts';
import { useWriter } from './use-writer';
import { useWriting, type Written } from './use-writing';
import { WriterPanel } from './writer-panel';
import styles from './write-card-form.module.css';

const blank = { track1: '', track2: '', track3: '', customData: '' };
const names = Object.keys(blank) as TrackName[];

/** Writes to the magnetic stripe of a card. Track data must not be stored: no draft (decisions, section 1). */
export function WriteCardForm({ cardId }: { cardId: number }) {
  const { t } = useWriterTexts();
  const form = useBankForm({ schema: writeCardRequest, defaultValues: { cardId, ...blank } });
  const { formState } = form;
  const { field, errors } = useFormFields(
    form,
    {
      track1: t('track1'),
      track2: t('track2'),
      track3: t('track3'),
      customData: t('custom_data'),
    },
    'write',
  );
  const writer = useWriter();
  const { written, write } = useWriting(writer, {
    setFailure: form.setFailure,
    clear: () => form.reset({ cardId, ...blank }),
  });
  const typed = form.watch(names).map(String);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.every((value) => value.trim() === '')) form.setFailure(t('empty'));
    else void form.submit(write)(event);
  };
  const bind = (name: TrackName) => ({
    ...field(name),
    hint: t('hint', { count: trackLengths[name] }),
    maxLength: trackLengths[name],
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <FormFrame form={form} errors={errors} head={<Warning />} autoComplete="off" onSubmit={submit}>
      <TextField {...bind('track1')} />
      <TextField {...bind('track2')} />
      <TextField {...bind('track3')} />
      <TextareaField {...bind('customData')} rows={3} used={typed[names.indexOf('customData')]?.length} />
      <WriterPanel writer={writer} />
      {written && <Success key={written.reference} {...written} />}
      <Button
        type="submit"
        wide
        loading={formState.isSubmitting || writer.isConnecting}
        disabled={typed.every((value) => value === '')}
      >
        {t('submit')}
      </Button>
    </FormFrame>
  );
}

function Warning() {
  const { t } = useWriterTexts();
  return (
    <Alert tone="warning">
      <p>{t('warning')}</p>
    </Alert>
  );
}

/** Takes the focus, since the button is disabled once the fields are cleared. */
function Success({ reference, at, isVerified }: Written) {
  const { t } = useWriterTexts();
  const { time } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.success}>
      <Alert tone="success" title={t('success')}>
        <p>{t('reference', { reference, time: time(at) })}</p>
        <p>{t(isVerified ? 'verified' : 'recorded')}</p>
      </Alert>
    </div>
  );
}
