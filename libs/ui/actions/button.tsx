import { useSharedTexts } from '@bank/i18n/shared-texts';
import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { classNames } from '../theme/class-names';
import { Icon, type IconName } from '../theme/icon';
import { Spinner } from '../feedback/spinner';
import { VisuallyHidden } from '../layout/visually-hidden';

interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
  wide?: boolean;
}

/**
 * The look of a button for a link, which stays a link: `<Link className={buttonClass({ size: 'large'
 * })}>`.
 */
export function buttonClass({ variant = 'primary', size = 'medium', wide }: ButtonLook = {}): string {
  return [styles.button, styles[variant], styles[size], wide && styles.wide].filter(Boolean).join(' ');
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  icon?: IconName;
  /** Shows a spinner over the label and ignores clicks. */
  loading?: boolean;
}

/** A button. Inside a form, submitting requires `type="submit"`. */
export function Button({
  variant,
  size,
  wide,
  icon,
  loading = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const { t } = useSharedTexts();
  // Not `disabled`: the button keeps the focus and stays visible to screen readers.
  const ignore = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass({ variant, size, wide }), loading && styles.loading, className)}
      aria-disabled={loading || rest['aria-disabled']}
      aria-busy={loading || undefined}
      onClick={loading ? ignore : onClick}
    >
      <span className={styles.content}>
        {icon && <Icon name={icon} />}
        {children}
      </span>
      {loading && (
        <span className={styles.wait}>
          <Spinner />
          <VisuallyHidden>{t('status.loading')}</VisuallyHidden>
        </span>
      )}
    </button>
  );
}
