import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type TrackName, trackLengths, type WriteCardRequest, writeCardRequest } from '@bank/contracts/cards';
import { inWordsOf } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { ErrorSummary } from '@bank/ui/error-summary';
import { TextField } from '@bank/ui/text-field';
import { TextareaField } from '@bank/ui/textarea-field';
import { writeCard } from '../cards/cards.api';
import { useTexts } from '../texts';
import styles from './write-card-form.module.css';

/** How long the written data stays in the fields (specification 2, section 9). */
const clearMs = 3_000;

const blank = { track1: '', track2: '', track3: '', customData: '' };
const names = Object.keys(blank) as TrackName[];
const idOf = (name: TrackName) => `write-${name}`;

interface Written {
  reference: string;
  at: Date;
}

/**
 * Writes to the stripe of a card. Track data lives in these fields and in the call alone: the form keeps no draft
 * (decisions, section 1).
 */
export function WriteCardForm({ cardId }: { cardId: number }) {
  const { t } = useTexts();
  const form = useBankForm({ schema: writeCardRequest, defaultValues: { cardId, ...blank } });
  const { register, errorOf, failure, formState } = form;
  const { written, write } = useWriting(() => form.reset({ cardId, ...blank }));
  const typed = form.watch(names).map(String);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.every((value) => value.trim() === '')) form.setFailure(t('write.empty'));
    else void form.submit(write)(event);
  };
  const bind = (name: TrackName) => ({
    ...register(name),
    id: idOf(name),
    error: errorOf(name),
    hint: t('write.hint', { count: trackLengths[name] }),
    maxLength: trackLengths[name],
    autoComplete: 'off',
    spellCheck: false,
  });
  const errors = names.flatMap((name) => {
    const message = errorOf(name);
    return message ? [{ id: idOf(name), label: t(labels[name]) }] : [];
  });
  return (
    <form noValidate autoComplete="off" className={styles.form} onSubmit={submit}>
      <Alert tone="warning">
        <p>{t('write.warning')}</p>
      </Alert>
      <ErrorSummary errors={errors} message={failure} attempt={formState.submitCount} />
      <TextField {...bind('track1')} label={t('write.track1')} />
      <TextField {...bind('track2')} label={t('write.track2')} />
      <TextField {...bind('track3')} label={t('write.track3')} />
      <TextareaField
        {...bind('customData')}
        label={t('write.custom_data')}
        rows={3}
        used={typed[names.indexOf('customData')]?.length}
      />
      {written && <Success key={written.reference} {...written} />}
      <Button
        type="submit"
        wide
        loading={formState.isSubmitting}
        disabled={typed.every((value) => value === '')}
      >
        {t('write.submit')}
      </Button>
    </form>
  );
}

const labels = {
  track1: 'write.track1',
  track2: 'write.track2',
  track3: 'write.track3',
  customData: 'write.custom_data',
} as const;

/** Takes the focus: the button under it is about to be disabled with the fields cleared. */
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

/** Writes under the key of its data, which holds until the fields are cleared: a second press writes nothing more. */
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
      throw inWordsOf(error, { failed: t('write.failed'), offline: t('write.failed_network') });
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      intent.done();
      clear();
    }, clearMs);
  };
  return { written, write };
}
