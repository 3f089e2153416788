import { type ChangeEvent, type DragEvent, useId, useState } from 'react';
import { kycLimits } from '@bank/contracts/kyc';
import { classNames } from '@bank/ui/class-names';
import { Icon } from '@bank/ui/icon';
import { useKycTexts } from './texts';
import { acceptedFiles } from './chosen-files';
import styles from './drop-zone.module.css';
import { useSizeText } from './use-size-text';

interface DropZoneProps {
  onFiles: (files: File[]) => void;
}

export function DropZone({ onFiles }: DropZoneProps) {
  const { t } = useKycTexts();
  const sizeText = useSizeText();
  const id = useId();
  const { isOver, handlers } = useDrop(onFiles);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])]);
    // Lets the same file be chosen again after its removal.
    currentTarget.value = '';
  };
  const limits = { size: sizeText(kycLimits.fileBytes), count: kycLimits.files };
  return (
    <div className={classNames(styles.zone, isOver && styles.over)} {...handlers}>
      <input
        id={id}
        type="file"
        multiple
        accept={acceptedFiles}
        className={styles.input}
        aria-describedby={`${id}-hint`}
        onChange={choose}
      />
      <Icon name="upload" size={24} />
      <label htmlFor={id} className={styles.label}>
        {t('kyc.drop')}
      </label>
      <p id={`${id}-hint`} className={styles.hint}>
        {t('kyc.drop_hint', limits)}
      </p>
    </div>
  );
}

function useDrop(onFiles: DropZoneProps['onFiles']) {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const leave = () => setIsOver(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    leave();
    onFiles([...event.dataTransfer.files]);
  };
  return { isOver, handlers: { onDragEnter: over, onDragOver: over, onDragLeave: leave, onDrop: drop } };
}
