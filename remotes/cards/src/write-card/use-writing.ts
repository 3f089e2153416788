import { useEffect, useRef, useState } from 'react';
import type { WriteCardRequest } from '@bank/contracts/cards';
import { withUserMessage } from '@bank/client/call-failure';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { bankNow } from '@bank/i18n/bank-clock';
import { writeCard } from '../cards/cards.api';
import { swipeSeconds } from './serial';
import { useWriterTexts } from './texts';
import { problemOf, type Writer } from './use-writer';

/** How long the written data stays in the fields (specification 2, section 9). */
const clearMs = 3_000;

export interface Written {
  reference: string;
  at: Date;
  /** A writer read the stripe back; otherwise only the bank's record was made. */
  isVerified: boolean;
}

interface Form {
  setFailure: (failure: string) => void;
  clear: () => void;
}

/**
 * Writes the stripe where a writer is connected, then makes the bank's record, under an idempotency key that holds until the
 * fields are cleared, so that a second press writes nothing.
 */
export function useWriting(writer: Writer, form: Form) {
  const [written, setWritten] = useState<Written>();
  const { encodeOnce, forget } = useEncoding(writer, form);
  const { record, done } = useRecord();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = async (request: WriteCardRequest) => {
    // The end of the one before would spend the key of this one.
    clearTimeout(timer.current);
    const isVerified = await encodeOnce(request);
    if (isVerified === undefined) return;
    setWritten({ reference: await record(request, isVerified), at: new Date(bankNow()), isVerified });
    timer.current = setTimeout(() => {
      done();
      forget();
      form.clear();
    }, clearMs);
  };
  return { written, write };
}

/** Has the writer write a request once, though its record may take several tries; undefined when it failed, which is shown. */
function useEncoding({ encode }: Writer, { setFailure }: Form) {
  const { t } = useWriterTexts();
  const verified = useRef<string>(undefined);
  const encodeOnce = async (request: WriteCardRequest): Promise<boolean | undefined> => {
    const wanted = JSON.stringify(request);
    if (verified.current === wanted) return true;
    try {
      const isVerified = await encode(request);
      verified.current = isVerified ? wanted : undefined;
      return isVerified;
    } catch (error) {
      setFailure(t(`problem_${problemOf(error)}`, { seconds: swipeSeconds }));
      return undefined;
    }
  };
  return { encodeOnce, forget: () => (verified.current = undefined) };
}

function useRecord() {
  const { t } = useWriterTexts();
  const { keyFor, done } = useIdempotencyKey();
  const record = async (request: WriteCardRequest, isVerified: boolean): Promise<string> => {
    const kept = isVerified ? ` ${t('kept')}` : '';
    try {
      return (await writeCard(request, keyFor(request))).reference;
    } catch (error) {
      throw withUserMessage(error, {
        failed: t('failed') + kept,
        offline: t('failed_network') + kept,
      });
    }
  };
  return { record, done };
}
