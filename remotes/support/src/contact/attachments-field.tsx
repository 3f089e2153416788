import { useRef } from 'react';
import { attachmentLimits } from '@bank/contracts/support';
import { useReworded } from '@bank/i18n/texts';
import { LostFiles } from '@bank/client/lost-files';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { FilePicker } from '@bank/ui/file-picker';
import { Stack } from '@bank/ui/layout';
import { Progress } from '@bank/ui/progress';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import styles from './attachments-field.module.css';
import { useContactTexts } from './texts';
import { acceptedFiles, type Attachments } from './use-attachments';

export function AttachmentsField({ files, sending, failures, lost, add, remove }: Attachments) {
  const { t } = useContactTexts();
  const picker = useRef<HTMLInputElement>(null);
  const removeFile = (id: string) => {
    remove(id);
    picker.current?.focus();
  };
  const forgo = () => {
    lost.forgo();
    picker.current?.focus();
  };
  return (
    <Stack gap={8} align="start" role="group" aria-label={t('attachments')}>
      <FilePicker
        ref={picker}
        icon="paperclip"
        label={t('attachments.add')}
        hint={t('attachments.hint', { most: attachmentLimits.files })}
        multiple
        accept={acceptedFiles}
        sending={sending && t('attachments.sending', { name: sending.name })}
        onChoose={add}
      />
      {sending && (
        <div className={styles.share}>
          <Progress value={sending.share} label={t('attachments.progress')} />
        </div>
      )}
      <LostFiles names={lost.names} onForgo={forgo} />
      {failures.length > 0 && (
        <Alert tone="danger">
          {failures.map((failure, at) => (
            <Failure key={at} sentence={failure} />
          ))}
        </Alert>
      )}
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ id, name }) => (
            <li key={id} className={styles.file}>
              <span className={styles.name}>{name}</span>
              <Button variant="quiet" size="small" icon="trash-2" onClick={() => removeFile(id)}>
                <VisuallyHidden>{t('attachments.remove', { name })}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

const Failure = ({ sentence }: { sentence: string }) => <p>{useReworded(sentence)}</p>;
