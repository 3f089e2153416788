import { type ChangeEvent, useId, useState } from 'react';
import { creditFileBytes } from '@bank/contracts/credit-files';
import { failureText } from '@bank/client/call-failure';
import { newIdempotencyKey } from '@bank/client/api';
import { useNavigate } from '@bank/client/router';
import { useUrlDetails } from '@bank/client/use-url-details';
import { Alert } from '@bank/ui/alert';
import { Icon } from '@bank/ui/icon';
import { Stack } from '@bank/ui/layout';
import { useFileActions } from './files.api';
import { useFileTexts } from './texts';
import styles from './upload-field.module.css';

/** Uploads a file, and opens what was seen in it. */
export function UploadField() {
  const { t } = useFileTexts();
  const hint = useId();
  const { sending, failure, send } = useUpload();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file) void send(file);
    // Cleared, so that the same file can be chosen again.
    currentTarget.value = '';
  };
  return (
    <Stack gap={8} align="start">
      <label className={styles.pick}>
        <Icon name="upload" />
        {t('upload')}
        <input
          type="file"
          accept=".xml,application/xml,text/xml"
          className={styles.input}
          aria-describedby={hint}
          disabled={sending !== undefined}
          onChange={choose}
        />
      </label>
      <p id={hint} className={styles.hint}>
        {t('upload_hint', { size: creditFileBytes / 1_048_576 })}
      </p>
      <p role="status" className={styles.hint}>
        {sending !== undefined && t('upload_sending', { name: sending })}
      </p>
      {failure && <Alert tone="danger">{failure}</Alert>}
    </Stack>
  );
}

function useUpload() {
  const { t } = useFileTexts();
  const { upload } = useFileActions();
  const details = useUrlDetails('file');
  const navigate = useNavigate();
  const [sending, setSending] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const send = async (file: File) => {
    setSending(file.name);
    setFailure(undefined);
    try {
      const { id } = await upload(file, newIdempotencyKey());
      void navigate(details.addressOf(id));
    } catch (error) {
      setFailure(failureText(error, { failed: t('upload_failed') }));
    } finally {
      setSending(undefined);
    }
  };
  return { sending, failure, send };
}
