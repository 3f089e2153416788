import { useRef } from 'react';
import { caseLimits } from '@bank/contracts/cases';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { FilePicker } from '@bank/ui/file-picker';
import { Stack } from '@bank/ui/layout';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import styles from './disputes.module.css';
import { useDisputeTexts } from './texts';
import { acceptedFiles, type useCaseFiles } from './use-case-files';

/** Chooses the files of a message. */
export function FilesField({
  chosen,
  isSending,
}: {
  chosen: ReturnType<typeof useCaseFiles>;
  isSending: boolean;
}) {
  const { t } = useDisputeTexts();
  const picker = useRef<HTMLInputElement>(null);
  const remove = (file: File) => {
    chosen.remove(file);
    picker.current?.focus();
  };
  return (
    <Stack gap={8} align="start" role="group" aria-label={t('files.label')}>
      <FilePicker
        ref={picker}
        icon="paperclip"
        label={t('files.add')}
        hint={t('files.hint', { most: caseLimits.filesOfMessage })}
        multiple
        accept={acceptedFiles}
        sending={isSending ? t('files.sending') : undefined}
        onChoose={chosen.add}
      />
      {chosen.failure && <Alert tone="warning">{chosen.failure}</Alert>}
      {chosen.files.length > 0 && (
        <ul className={styles.chosen}>
          {chosen.files.map((file, at) => (
            <li key={`${file.name} ${at}`} className={styles.file}>
              <span className={styles.name}>{file.name}</span>
              <Button variant="quiet" size="small" icon="trash-2" onClick={() => remove(file)}>
                <VisuallyHidden>{t('files.remove', { name: file.name })}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
