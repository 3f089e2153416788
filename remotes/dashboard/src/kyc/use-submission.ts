import { useEffect, useRef, useState } from 'react';
import type { Kyc } from '@bank/contracts/kyc';
import { ApiError, type CallOptions } from '@bank/client/api';
import { withUserMessage } from '@bank/client/call-failure';
import type { Progress } from '@bank/client/fetch-with-progress';
import { useQueryClient } from '@bank/client/query';
import { useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useToast } from '@bank/ui/toast';
import { useKycTexts } from './texts';
import type { ChosenFile } from './chosen-files';
import { kycKey } from './kyc.api';
import { personalFields } from './personal';

interface Submission<Values> {
  /** What sends the form. */
  submit: (values: Values, files: readonly ChosenFile[], options: CallOptions) => Promise<Kyc>;
  onSent: () => void;
  /** The server refused a field of the previous step. */
  onPersonalRefused: () => void;
  onUnreadable: (id: string) => void;
}

/** Sends the form and its files with progress; can be cancelled, and is idempotent on retry. */
export function useSubmission<Values extends object>(
  files: readonly ChosenFile[],
  { submit, onSent, onPersonalRefused, onUnreadable }: Submission<Values>,
) {
  const { t } = useKycTexts();
  const { show } = useToast();
  const { retry: refreshUser } = useSession();
  const queries = useQueryClient();
  const intent = useIdempotencyKey();
  const [progress, setProgress] = useState<Progress>();
  const upload = useRef<AbortController>(undefined);
  const cancel = () => upload.current?.abort();
  useEffect(() => cancel, []);

  const send = async (values: Values) => {
    const { signal } = (upload.current = new AbortController());
    setProgress({ sent: 0, total: 1 });
    try {
      const idempotencyKey = intent.keyFor([values, files.map(fingerprint)]);
      const kyc = await submit(values, files, { idempotencyKey, signal, onProgress: setProgress });
      intent.done();
      queries.setQueryData(kycKey, kyc);
      refreshUser();
      show({ type: 'success', message: t('kyc.sent') });
      onSent();
    } catch (error) {
      // A late cancellation may not have prevented the submission.
      void queries.invalidateQueries({ queryKey: kycKey });
      if (signal.aborted) throw new ApiError(t('kyc.cancelled'), 'NETWORK', 0);
      if (refusesPersonal(error)) onPersonalRefused();
      for (const { id } of unreadable(error, files)) onUnreadable(id);
      throw withUserMessage(error, { failed: t('kyc.send_failed'), offline: t('kyc.send_failed_network') });
    } finally {
      setProgress(undefined);
    }
  };
  return { send, cancel, progress };
}

const refusesPersonal = (error: unknown) =>
  error instanceof ApiError && personalFields.some((field) => field in error.fields);

/** The files that the server reports as unreadable, by their index in the form. */
const unreadable = (error: unknown, files: readonly ChosenFile[]) =>
  error instanceof ApiError && error.code === 'DOCUMENT_UNREADABLE'
    ? files.filter((_file, place) => `documents.${place}` in error.fields)
    : [];

const fingerprint = ({ kind, file: { name, size, lastModified } }: ChosenFile) => [
  kind,
  name,
  size,
  lastModified,
];
