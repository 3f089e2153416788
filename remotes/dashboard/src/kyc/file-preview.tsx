import { useState } from 'react';
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
  const [isBroken, setIsBroken] = useState(false);
  if (!isRefused && !isPdf && !isBroken) return <Picture file={file} onBroken={() => setIsBroken(true)} />;
  return (
    <div className={styles.paper}>
      <Icon name={isRefused ? 'triangle-alert' : 'scroll-text'} size={24} />
      {!isRefused && isPdf && <OpenButton file={file} />}
    </div>
  );
}

/** @param onBroken called when this browser cannot draw it; the server decides whether it can be read. */
function Picture({ file, onBroken }: { file: File; onBroken: () => void }) {
  const { t } = useKycTexts();
  return (
    <img
      className={styles.picture}
      ref={useImageSource(file)}
      onError={onBroken}
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
