import { type ChangeEvent, useId, useRef } from 'react';
import { attachmentLimits, type AttachmentStored } from '@bank/contracts/support';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Icon } from '@bank/ui/icon';
import { Stack } from '@bank/ui/layout';
import { Progress } from '@bank/ui/progress';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useTexts } from '../texts';
import styles from './attachments-field.module.css';
import { acceptedFiles, useAttachments } from './use-attachments';

interface AttachmentsFieldProps {
  files: AttachmentStored[];
  onChange: (files: AttachmentStored[]) => void;
}

export function AttachmentsField({ files, onChange }: AttachmentsFieldProps) {
  const { t } = useTexts();
  const { sending, failure, add, remove } = useAttachments(files, onChange);
  const picker = useRef<HTMLInputElement>(null);
  const hint = useId();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(currentTarget.files ?? [])];
    // Cleared, so that a removed file can be chosen again.
    currentTarget.value = '';
    void add(chosen);
  };
  const removeFile = (id: string) => {
    remove(id);
    picker.current?.focus();
  };
  return (
    <Stack gap={8} align="start" role="group" aria-label={t('contact.attachments')}>
      <label className={styles.pick}>
        <Icon name="paperclip" />
        {t('contact.attachments.add')}
        <input
          ref={picker}
          type="file"
          multiple
          accept={acceptedFiles}
          className={styles.input}
          aria-describedby={hint}
          disabled={sending !== undefined}
          onChange={choose}
        />
      </label>
      <p id={hint} className={styles.hint}>
        {t('contact.attachments.hint', { most: attachmentLimits.files })}
      </p>
      <p role="status" className={styles.sending}>
        {sending && t('contact.attachments.sending', { name: sending.name })}
      </p>
      {sending && (
        <div className={styles.share}>
          <Progress value={sending.share} label={t('contact.attachments.progress')} />
        </div>
      )}
      {failure && <Alert tone="danger">{failure}</Alert>}
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ id, name }) => (
            <li key={id} className={styles.file}>
              <span className={styles.name}>{name}</span>
              <Button variant="quiet" size="small" icon="trash-2" onClick={() => removeFile(id)}>
                <VisuallyHidden>{t('contact.attachments.remove', { name })}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
