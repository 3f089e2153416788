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
import type { ChosenFile, FileRefusal } from './chosen-files';
import { kycKey } from './kyc.api';
import { personalFields } from './personal';

interface Submission<Values> {
  /** Sends the form. */
  submit: (values: Values, files: readonly ChosenFile[], options: CallOptions) => Promise<Kyc>;
  onSent: () => void;
  /** The server refused a field of the previous step. */
  onPersonalRefused: () => void;
  onFileRefused: (id: string, refusal: FileRefusal) => void;
}

/** Sends the form and its files with progress; can be cancelled, and is idempotent on retry. */
export function useSubmission<Values extends object>(
  files: readonly ChosenFile[],
  { submit, onSent, onPersonalRefused, onFileRefused }: Submission<Values>,
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
      intent.done(idempotencyKey);
      queries.setQueryData(kycKey, kyc);
      refreshUser();
      show({ type: 'success', message: t('kyc.sent') });
      onSent();
    } catch (error) {
      // A late cancellation may not have prevented the submission.
      void queries.invalidateQueries({ queryKey: kycKey });
      if (signal.aborted) throw new ApiError(t('kyc.cancelled'), 'NETWORK', 0);
      if (refusesPersonal(error)) onPersonalRefused();
      for (const [id, refusal] of refusedFiles(error, files)) onFileRefused(id, refusal);
      throw withUserMessage(error, { failed: t('kyc.send_failed'), offline: t('kyc.send_failed_network') });
    } finally {
      setProgress(undefined);
    }
  };
  return { send, cancel, progress };
}

const refusesPersonal = (error: unknown) =>
  error instanceof ApiError && personalFields.some((field) => field in error.fields);

const refusals: Partial<Record<ApiError['code'], FileRefusal>> = {
  DOCUMENT_TYPE_REFUSED: 'content',
  DOCUMENT_UNREADABLE: 'unreadable',
};

/** The files that the server refused, by their index in the form, each with the reason. */
function refusedFiles(error: unknown, files: readonly ChosenFile[]): [string, FileRefusal][] {
  if (!(error instanceof ApiError)) return [];
  const refusal = refusals[error.code];
  return files.flatMap(({ id }, place) =>
    refusal && `documents.${place}` in error.fields ? [[id, refusal]] : [],
  );
}

const fingerprint = ({ kind, file: { name, size, lastModified } }: ChosenFile) => [
  kind,
  name,
  size,
  lastModified,
];
