import { openFile, useImageSource } from '@bank/client/show-file';
import { Icon } from '@bank/ui/icon';
import { useKycTexts } from './texts';
import styles from './file-row.module.css';

interface FilePreviewProps {
  file: File;
  /** A refused file has no preview. */
  isRefused: boolean;
}

/** The preview of a file: a thumbnail of an image, a button that opens a PDF. */
export function FilePreview({ file, isRefused }: FilePreviewProps) {
  const isPdf = file.name.toLowerCase().endsWith('.pdf');
  if (!isRefused && !isPdf) return <Picture file={file} />;
  return (
    <div className={styles.paper}>
      <Icon name={isRefused ? 'triangle-alert' : 'scroll-text'} size={24} />
      {!isRefused && <OpenButton file={file} />}
    </div>
  );
}

function Picture({ file }: { file: File }) {
  const { t } = useKycTexts();
  return (
    <img
      className={styles.picture}
      ref={useImageSource(file)}
      alt={t('kyc.preview_of', { name: file.name })}
    />
  );
}

function OpenButton({ file }: { file: File }) {
  const { t } = useKycTexts();
  return (
    <button
      type="button"
      className={styles.open}
      aria-label={t('kyc.open_of', { name: file.name })}
      onClick={() => openFile(file)}
    >
      {t('kyc.open')}
    </button>
  );
}
