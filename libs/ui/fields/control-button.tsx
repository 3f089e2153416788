import type { ButtonHTMLAttributes } from 'react';
import { classNames } from '../theme/class-names';
import { Icon, type IconName } from '../theme/icon';
import styles from './control.module.css';

interface ControlButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  'aria-label': string;
}

/** A button inside a text field, at its end. */
export function ControlButton({ icon, className, ...button }: ControlButtonProps) {
  return (
    <button type="button" {...button} className={classNames(styles.button, className)}>
      <Icon name={icon} />
    </button>
  );
}
