import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from '../theme/class-names';
import { Icon, type IconName } from '../theme/icon';
import { toneIcon, type Tone } from './tone';

/** `waiting`: something that only time or another person changes. */
export type BadgeTone = Tone | 'waiting';

export interface BadgeProps {
  tone?: BadgeTone;
  /** Replaces the tone's icon; `false` for none. */
  icon?: IconName | false;
  children: ReactNode;
}

/** A state in one or two words. */
export function Badge({ tone = 'neutral', icon = toneIcon[tone], children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone])}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </span>
  );
}
