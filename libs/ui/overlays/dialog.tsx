import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useId, useRef, type ReactNode, type RefObject } from 'react';
import { classNames } from '../theme/class-names';
import styles from './dialog.module.css';
import { Icon } from '../theme/icon';
import { useModal } from './use-modal';

export interface DialogProps {
  open: boolean;
  /** Called by the close button, Escape and the back gesture; the dialog stays until `open` is false. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** `alertdialog` for a question that must be answered first. */
  role?: 'dialog' | 'alertdialog';
  size?: 'small' | 'medium' | 'large';
  /** Buttons under the content, the primary one first in reading order. */
  actions?: ReactNode;
  /** The element focused on opening. Default: the title. */
  initialFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

/** A modal dialog. Traps the focus, closes on Escape, and restores the focus. */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { onClose, title, description, role, size = 'medium', actions, initialFocus, children } = props;
  const { t } = useSharedTexts();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const modal = useModal(initialFocus ?? heading, onClose);
  return (
    <dialog
      {...modal}
      className={classNames(styles.dialog, styles[size])}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
    >
      <header className={styles.header}>
        <h2 ref={heading} id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className={styles.close} aria-label={t('action.close')} onClick={onClose}>
          <Icon name="x" />
        </button>
      </header>
      {description && (
        <div className={styles.description} id={`${id}-description`}>
          {description}
        </div>
      )}
      {children && <div className={styles.content}>{children}</div>}
      {actions && <footer className={styles.actions}>{actions}</footer>}
    </dialog>
  );
}
