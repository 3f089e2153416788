import type { RefObject } from 'react';
import styles from '@bank/frame/frame.module.css';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';

interface FrameHeaderProps {
  title: string;
  /** Of a step that takes the focus. */
  heading?: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
}

/** The title of a frame's step, and the way back to the partner's page, which the frame covers on a telephone. */
export function FrameHeader({ title, heading, onClose }: FrameHeaderProps) {
  const { t } = useSharedTexts();
  return (
    <header className={styles.header}>
      <h1 ref={heading} tabIndex={heading && -1}>
        {title}
      </h1>
      <Button variant="quiet" size="small" icon="x" onClick={onClose}>
        {t('action.close')}
      </Button>
    </header>
  );
}
