import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useReworded } from '@bank/i18n/texts';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '../actions/button';
import { Icon } from '../theme/icon';
import styles from './state.module.css';

export interface ErrorStateProps {
  title?: string;
  /** The description of the error. */
  message?: ReactNode;
  onRetry?: () => void;
  /** A retry is in progress. */
  retrying?: boolean;
}

/** A failed load: states what happened and offers a retry. */
export function ErrorState({ title, message, onRetry, retrying }: ErrorStateProps) {
  const { t } = useSharedTexts();
  const place = useFocusKept();
  const sentence = useReworded(typeof message === 'string' ? message : undefined);
  return (
    <div ref={place} className={styles.state} role="alert">
      <span className={styles.icon}>
        <Icon name="triangle-alert" size={24} />
      </span>
      <p className={styles.title}>{title ?? t('error.title')}</p>
      <p className={styles.message}>{sentence ?? message ?? t('error.message')}</p>
      {onRetry && (
        <div className={styles.action}>
          <Button variant="secondary" icon="refresh-cw" loading={retrying} onClick={onRetry}>
            {t('action.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Keeps the focus near a retry that goes away with it, since it worked: in the dialog, or in the content of the page. */
function useFocusKept() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const dialog = element.closest('dialog');
      const next = dialog ? dialog.querySelector('h2') : element.closest('main');
      next?.focus({ preventScroll: true });
    };
  }, []);
  return place;
}
