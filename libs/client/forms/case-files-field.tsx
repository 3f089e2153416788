// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useRef } from 'react';
import { caseLimits } from '@bank/contracts/cases';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { FilePicker } from '@bank/ui/file-picker';
import { Stack } from '@bank/ui/layout';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useFileTexts } from '../http/file-texts';
import styles from './case-files-field.module.css';
import { LostFiles } from './lost-files';
import { acceptedFiles, type useCaseFiles } from './use-case-files';

interface CaseFilesFieldProps {
  chosen: ReturnType<typeof useCaseFiles>;
  /** Which files help, after the limits. */
  hint?: string;
  isSending: boolean;
}

/** Chooses the files of a message in a case. */
export function CaseFilesField({ chosen, hint = '', isSending }: CaseFilesFieldProps) {
  const { t } = useFileTexts();
  const picker = useRef<HTMLInputElement>(null);
  const remove = (file: File) => {
    chosen.remove(file);
    picker.current?.focus();
  };
  const forgo = () => {
    chosen.lost.forgo();
    picker.current?.focus();
  };
  return (
    <Stack gap={8} align="start" role="group" aria-label={t('label')}>
      <FilePicker
        ref={picker}
        icon="paperclip"
        label={t('add')}
        hint={`${t('hint', { most: caseLimits.filesOfMessage })} ${hint}`.trim()}
        multiple
        accept={acceptedFiles}
        sending={isSending && chosen.files.length > 0 ? t('sending') : undefined}
        onChoose={chosen.add}
      />
      <LostFiles names={chosen.lost.names} onForgo={forgo} />
      {chosen.failure && <Alert tone="warning">{chosen.failure}</Alert>}
      {chosen.files.length > 0 && (
        <ul className={styles.chosen}>
          {chosen.files.map((file, at) => (
            <li key={`${file.name} ${at}`} className={styles.file}>
              <span className={styles.name}>{file.name}</span>
              <Button variant="quiet" size="small" icon="trash-2" onClick={() => remove(file)}>
                <VisuallyHidden>{t('remove', { name: file.name })}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
