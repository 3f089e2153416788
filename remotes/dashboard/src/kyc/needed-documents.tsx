import type { ChangeEvent } from 'react';
import { type DocumentKind, documentKinds } from '@bank/contracts/kyc';
import { Icon } from '@bank/ui/icon';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useKycTexts } from './texts';
import { acceptedFiles, type ChosenFile, missingKinds } from './chosen-files';
import styles from './needed-documents.module.css';
import type { ChosenFiles } from './use-chosen-files';

/** One slot for each document; files of no slot are dropped below and sorted there. */
export function NeededDocuments({ chosen: { files, add } }: { chosen: ChosenFiles }) {
  const { t } = useKycTexts();
  return (
    <section aria-labelledby="kyc-needed">
      <h3 id="kyc-needed">{t('kyc.needed')}</h3>
      <ul className={styles.needed}>
        {documentKinds.map((kind) => (
          <li key={kind}>
            <strong>{t(`kyc.kind_${kind}`)}</strong>
            <span className={styles.hint}>{t(`kyc.need_${kind}`)}</span>
            <Slot
              kind={kind}
              isFilled={files.some((file) => file.kind === kind && !file.refusal)}
              onFiles={(more) => add(more, kind)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SlotProps {
  kind: DocumentKind;
  /** A file for it can be sent. */
  isFilled: boolean;
  onFiles: (files: File[]) => void;
}

const photos = 'image/jpeg,image/png';

/** Chooses files, or on a telephone opens its camera: the one towards the person for a selfie. */
function Slot({ kind, isFilled, onFiles }: SlotProps) {
  const { t } = useKycTexts();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])]);
    // Lets the same file be chosen again after its removal.
    currentTarget.value = '';
  };
  return (
    <div className={styles.slot}>
      <label className={styles.pick}>
        <Icon name={isFilled ? 'circle-check' : 'upload'} />
        {t('kyc.slot')}
        <VisuallyHidden> {t(`kyc.missing_${kind}`)}</VisuallyHidden>
        <input type="file" multiple accept={acceptedFiles} className={styles.input} onChange={choose} />
      </label>
      <label className={`${styles.pick} ${styles.photo}`}>
        {t('kyc.photo')}
        <VisuallyHidden> {t(`kyc.missing_${kind}`)}</VisuallyHidden>
        <input
          type="file"
          accept={photos}
          capture={kind === 'selfie' ? 'user' : 'environment'}
          className={styles.input}
          onChange={choose}
        />
      </label>
    </div>
  );
}

/** The missing documents; an incomplete submission may be sent. */
export function MissingDocuments({ files }: { files: readonly ChosenFile[] }) {
  const { t } = useKycTexts();
  const missing = missingKinds(files);
  const documents = missing.map((kind) => t(`kyc.missing_${kind}`)).join(', ');
  const isStopped = files.some(({ refusal }) => refusal);
  return (
    <p role="status" className={styles.missing}>
      <Icon name={missing.length > 0 || isStopped ? 'info' : 'circle-check'} />
      {missing.length > 0
        ? t('kyc.missing', { documents })
        : t(isStopped ? 'kyc.refused_files' : 'kyc.complete')}
    </p>
  );
}
