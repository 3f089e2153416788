import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';
import { toneIcon, type Tone } from './tone';

export interface BadgeProps {
  tone?: Tone;
  /** Another icon than the tone's own; `false` for none. */
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
