import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type TrackName, trackLengths, type WriteCardRequest, writeCardRequest } from '@bank/contracts/cards';
import { withUserMessage } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { TextField } from '@bank/ui/text-field';
import { TextareaField } from '@bank/ui/textarea-field';
import { writeCard } from '../cards/cards.api';
import { useTexts } from '../texts';
import styles from './write-card-form.module.css';

/** How long the written data stays in the fields (specification 2, section 9). */
const clearMs = 3_000;

const blank = { track1: '', track2: '', track3: '', customData: '' };
const names = Object.keys(blank) as TrackName[];

interface Written {
  reference: string;
  at: Date;
}

/** Writes to the magnetic stripe of a card. Track data must not be stored: no draft (decisions, section 1). */
export function WriteCardForm({ cardId }: { cardId: number }) {
  const { t } = useTexts();
  const form = useBankForm({ schema: writeCardRequest, defaultValues: { cardId, ...blank } });
  const { formState } = form;
  const { field, errors } = useFormFields(
    form,
    {
      track1: t('write.track1'),
      track2: t('write.track2'),
      track3: t('write.track3'),
      customData: t('write.custom_data'),
    },
    'write',
  );
  const { written, write } = useWriting(() => form.reset({ cardId, ...blank }));
  const typed = form.watch(names).map(String);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.every((value) => value.trim() === '')) form.setFailure(t('write.empty'));
    else void form.submit(write)(event);
  };
  const bind = (name: TrackName) => ({
    ...field(name),
    hint: t('write.hint', { count: trackLengths[name] }),
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
      {written && <Success key={written.reference} {...written} />}
      <Button
        type="submit"
        wide
        loading={formState.isSubmitting}
        disabled={typed.every((value) => value === '')}
      >
        {t('write.submit')}
      </Button>
    </FormFrame>
  );
}

function Warning() {
  const { t } = useTexts();
  return (
    <Alert tone="warning">
      <p>{t('write.warning')}</p>
    </Alert>
  );
}

/** Takes the focus, since the button is disabled once the fields are cleared. */
function Success({ reference, at }: Written) {
  const { t } = useTexts();
  const { time } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.success}>
      <Alert tone="success" title={t('write.success')}>
        <p>{t('write.reference', { reference, time: time(at) })}</p>
      </Alert>
    </div>
  );
}

/** Writes under an idempotency key that holds until the fields are cleared, so that a second press writes nothing. */
function useWriting(clear: () => void) {
  const { t } = useTexts();
  const intent = useIdempotencyKey();
  const [written, setWritten] = useState<Written>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = async (request: WriteCardRequest) => {
    try {
      const { reference } = await writeCard(request, intent.keyFor(request));
      setWritten({ reference, at: new Date() });
    } catch (error) {
      throw withUserMessage(error, { failed: t('write.failed'), offline: t('write.failed_network') });
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      intent.done();
      clear();
    }, clearMs);
  };
  return { written, write };
}
