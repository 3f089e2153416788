import { useSharedTexts } from '@bank/i18n/shared-texts';
import type { ReactNode } from 'react';
import { Button } from '../actions/button';
import { Icon } from '../theme/icon';
import styles from './state.module.css';

export interface ErrorStateProps {
  title?: string;
  /** What happened. */
  message?: ReactNode;
  onRetry?: () => void;
  /** A retry is in progress. */
  retrying?: boolean;
}

/** A failed load: states what happened and offers a retry. */
export function ErrorState({ title, message, onRetry, retrying }: ErrorStateProps) {
  const { t } = useSharedTexts();
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon}>
        <Icon name="triangle-alert" size={24} />
      </span>
      <p className={styles.title}>{title ?? t('error.title')}</p>
      <p className={styles.message}>{message ?? t('error.message')}</p>
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
