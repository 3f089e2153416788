import { type DocumentKind, documentKinds, kycLimits } from '@bank/contracts/kyc';
import { Button } from '@bank/ui/button';
import { FieldError } from '@bank/ui/field';
import { Progress } from '@bank/ui/progress';
import { SelectField } from '@bank/ui/select-field';
import { useKycTexts } from './texts';
import type { ChosenFile, FileRefusal } from './chosen-files';
import styles from './file-row.module.css';
import { FilePreview } from './file-preview';
import { useSizeText } from './use-size-text';

interface FileRowProps {
  chosen: ChosenFile;
  /** The sent part, 0 to 1, during the upload. */
  sent: number | undefined;
  onRemove: (chosen: ChosenFile) => void;
  onKind: (id: string, kind: DocumentKind) => void;
}

/** The id of the remove button, to which the error summary links. */
export const removeId = (id: string) => `remove-${id}`;

export function FileRow({ chosen, sent, onRemove, onKind }: FileRowProps) {
  const { t } = useKycTexts();
  const sizeText = useSizeText();
  const refusalText = useRefusalText();
  const { id, file, kind, refusal } = chosen;
  const { name } = file;
  const errorId = refusal && `refusal-${id}`;
  return (
    <li className={styles.row}>
      <FilePreview file={file} isRefused={refusal !== undefined} />
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        <p className={styles.size}>{sizeText(file.size)}</p>
        <FieldError id={errorId} error={refusal && refusalText(refusal)} />
      </div>
      {sent !== undefined && <Progress value={sent} label={t('kyc.progress_of', { name })} />}
      {sent === undefined && !refusal && (
        <SelectField
          label={t('kyc.file_kind')}
          aria-label={t('kyc.file_kind_of', { name })}
          options={documentKinds.map((value) => ({ value, label: t(`kyc.kind_${value}`) }))}
          value={kind}
          onChange={({ target }) => onKind(id, target.value as DocumentKind)}
        />
      )}
      {sent === undefined && (
        <Button
          id={removeId(id)}
          variant="quiet"
          size="small"
          icon="trash-2"
          aria-label={t('kyc.remove_of', { name })}
          aria-describedby={errorId}
          onClick={() => onRemove(chosen)}
        >
          {t('kyc.remove')}
        </Button>
      )}
    </li>
  );
}

export function useRefusalText() {
  const { t } = useKycTexts();
  const sizeText = useSizeText();
  return (refusal: FileRefusal) => t(`kyc.error_${refusal}`, { size: sizeText(kycLimits.fileBytes) });
}
