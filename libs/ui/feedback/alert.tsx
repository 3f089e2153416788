import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useReworded } from '@bank/i18n/texts';
import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { classNames } from '../theme/class-names';
import { Icon, type IconName } from '../theme/icon';
import { toneIcon, type Tone } from './tone';
import { VisuallyHidden } from '../layout/visually-hidden';

export interface AlertProps {
  tone?: Tone;
  /** Replaces the tone's icon. */
  icon?: IconName;
  title?: string;
  children?: ReactNode;
}

/** A message in the page. `danger` interrupts a screen reader, the others wait for a pause. */
export function Alert({ tone = 'info', icon = toneIcon[tone], title, children }: AlertProps) {
  const { t } = useSharedTexts();
  const sentence = useReworded(typeof children === 'string' ? children : undefined);
  return (
    <div className={classNames(styles.alert, styles[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div className={styles.words}>
        <VisuallyHidden>{t(`tone.${tone}`)} </VisuallyHidden>
        {title && <p className={styles.title}>{title}</p>}
        {sentence === undefined ? children : <p>{sentence}</p>}
      </div>
    </div>
  );
}
