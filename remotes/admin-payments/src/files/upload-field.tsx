import { useState } from 'react';
import { creditFileBytes } from '@bank/contracts/credit-files';
import { useFailureText } from '@bank/client/call-failure';
import { ApiError, newIdempotencyKey } from '@bank/client/api';
import { Link, useNavigate } from '@bank/client/router';
import { useIsShown } from '@bank/client/use-is-shown';
import { useUrlDetails } from '@bank/client/use-url-details';
import { Alert } from '@bank/ui/alert';
import { FilePicker } from '@bank/ui/file-picker';
import { Stack } from '@bank/ui/layout';
import { useFileActions } from './files.api';
import { useFileTexts } from './texts';

/** Uploads a file, and opens what was seen in it. */
export function UploadField() {
  const { t } = useFileTexts();
  const { sending, failure, known, send } = useUpload();
  return (
    <Stack gap={8} align="start">
      <FilePicker
        icon="upload"
        label={t('upload')}
        hint={t('upload_hint', { size: creditFileBytes / 1_048_576 })}
        accept=".xml,application/xml,text/xml"
        sending={sending && t('upload_sending', { name: sending })}
        onChoose={([file]) => file && void send(file)}
      />
      {failure && (
        <Alert tone="danger">
          <p>
            {failure} {known && <Link to={known}>{t('upload_known')}</Link>}
          </p>
        </Alert>
      )}
    </Stack>
  );
}

function useUpload() {
  const { t } = useFileTexts();
  const { upload } = useFileActions();
  const details = useUrlDetails('file');
  const isShown = useIsShown();
  const navigate = useNavigate();
  const [sending, setSending] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const send = async (file: File) => {
    setSending(file.name);
    setFailure(undefined);
    try {
      const { id } = await upload(file, newIdempotencyKey());
      if (isShown()) void navigate(details.addressOf(id));
    } catch (error) {
      setFailure(error);
    } finally {
      setSending(undefined);
    }
  };
  const words = useFailureText(failure, { failed: t('upload_failed') });
  const knownId = failure instanceof ApiError ? failure.details.knownId : undefined;
  return {
    sending,
    failure: failure !== undefined && words,
    /** The address of the file that the bank has already. */
    known: knownId !== undefined && details.addressOf(knownId),
    send,
  };
}
