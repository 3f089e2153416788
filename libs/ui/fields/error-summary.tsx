import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useReworded } from '@bank/i18n/texts';
import { useEffect, useRef, type MouseEvent } from 'react';
import styles from './error-summary.module.css';
import { Icon } from '../theme/icon';

/** One invalid field: the id of its control, and its label. The reason is shown under the field only. */
export interface SummaryError {
  id: string;
  label: string;
}

export interface ErrorSummaryProps {
  errors: readonly SummaryError[];
  /** The error of the whole form, when no field is invalid. */
  message?: string;
  /** The number of submissions: the summary takes the focus each time it changes. */
  attempt?: number;
}

/**
 * What must be corrected before a form can go, with a link to each field. Renders nothing when all is
 * well.
 */
export function ErrorSummary({ errors, message, attempt }: ErrorSummaryProps) {
  const { t } = useSharedTexts();
  const failure = useReworded(message);
  const box = useRef<HTMLDivElement>(null);
  const shown = errors.length > 0 || Boolean(message);
  const told = useRef<number>(undefined);
  useEffect(() => {
    // Errors that change while a field is being corrected must not move the focus.
    if (!shown || (attempt !== undefined && attempt === told.current)) return;
    told.current = attempt;
    box.current?.focus();
  }, [shown, attempt]);
  if (!shown) return null;
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <Icon name="circle-alert" />
      <div>
        <p className={styles.title}>{failure || t('summary.title', { count: errors.length })}</p>
        {errors.length > 0 && (
          <ul className={styles.list}>
            {errors.map(({ id, label }) => (
              <li key={id}>
                <a href={`#${id}`} onClick={focusField}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

// The address stays as it is: a fragment would be one more step for the back button.
function focusField(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
