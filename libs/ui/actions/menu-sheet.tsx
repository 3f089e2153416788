import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useId, useRef, type ReactNode } from 'react';
import { Icon } from '../theme/icon';
import styles from './menu-sheet.module.css';
import { useModal } from '../overlays/use-modal';

export interface MenuSheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Usually a list of links; each closes the sheet itself when it leads elsewhere. */
  children: ReactNode;
}

/** A sheet that rises from the bottom of a small screen. A touch outside closes it. */
export function MenuSheet({ open, ...props }: MenuSheetProps) {
  return open ? <OpenSheet {...props} /> : null;
}

function OpenSheet({ onClose, title, children }: Omit<MenuSheetProps, 'open'>) {
  const { t } = useSharedTexts();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const modal = useModal(heading, onClose);
  return (
    <dialog {...modal} className={styles.sheet} aria-labelledby={titleId} closedby="any">
      <header className={styles.header}>
        <h2 ref={heading} className={styles.title} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className={styles.close} aria-label={t('action.close')} onClick={onClose}>
          <Icon name="x" />
        </button>
      </header>
      {children}
    </dialog>
  );
}
