import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Icon } from '../theme/icon';
import styles from './step-indicator.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface StepIndicatorProps {
  /** The name of each step, in order. */
  names: readonly string[];
  /** The present step, from 0. */
  step: number;
}

/** The steps of a form, and which one this is. On a narrow screen only the present one is named. */
export function StepIndicator({ names, step }: StepIndicatorProps) {
  const { t } = useSharedTexts();
  return (
    <ol className={styles.steps} aria-label={t('steps.label')}>
      {names.map((name, at) => (
        <li
          key={name}
          className={at === step ? styles.current : at < step ? styles.done : styles.ahead}
          aria-current={at === step ? 'step' : undefined}
        >
          <span className={styles.number}>{at < step ? <Icon name="check" size={16} /> : at + 1}</span>
          <span className={styles.name}>{name}</span>
          {at < step && <VisuallyHidden>{t('steps.done')}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
