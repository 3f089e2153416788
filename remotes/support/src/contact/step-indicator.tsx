import { Icon } from '@bank/ui/icon';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useTexts } from '../texts';
import styles from './step-indicator.module.css';
import { stepNames } from './steps';

/** The four steps, and which one this is. On a narrow screen only the present one is named. */
export function StepIndicator({ step }: { step: number }) {
  const { t } = useTexts();
  return (
    <ol className={styles.steps} aria-label={t('contact.steps')}>
      {stepNames.map((name, at) => (
        <li
          key={name}
          className={at === step ? styles.current : at < step ? styles.done : styles.ahead}
          aria-current={at === step ? 'step' : undefined}
        >
          <span className={styles.number}>{at < step ? <Icon name="check" size={16} /> : at + 1}</span>
          <span className={styles.name}>{t(`contact.step.${name}`)}</span>
          {at < step && <VisuallyHidden>{t('contact.step.done')}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
