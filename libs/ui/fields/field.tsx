import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useReworded } from '@bank/i18n/texts';
import { useId, type ReactNode } from 'react';
import styles from './field.module.css';
import { Icon } from '../theme/icon';
import { VisuallyHidden } from '../layout/visually-hidden';

/** The properties of every field. */
export interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  /** Marks the field as optional, in a form of mostly required fields. */
  optional?: boolean;
}

/** The attributes that link a control to its label, hint and error. */
export interface ControlAttributes {
  id: string;
  required: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FrameProps extends FieldProps {
  id?: string;
  /** Shown at the end of the line under the control. */
  aside?: ReactNode;
  children: (attributes: ControlAttributes) => ReactNode;
}

/** The frame of every field: label above, hint under the label, control, error under the control. */
export function Field({ label, hint, error, id, required, optional, aside, children }: FrameProps) {
  const { t } = useSharedTexts();
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  const mark = required ? t('field.required') : optional ? t('field.optional') : undefined;
  return (
    <div className={styles.field}>
      <div className={styles.heading}>
        <label className={styles.label} htmlFor={controlId}>
          {label}
        </label>
        {/* Outside the label: the control's attribute already conveys it to screen readers. */}
        {mark && (
          <span className={styles.mark} aria-hidden={required}>
            {mark}
          </span>
        )}
      </div>
      {hint && (
        <div className={styles.hint} id={hintId}>
          {hint}
        </div>
      )}
      {children({
        id: controlId,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      })}
      <FieldError id={errorId} error={error} />
      {aside}
    </div>
  );
}

/** The sentence under a control that was refused. */
export function FieldError({ id, error }: { id: string | undefined; error: string | undefined }) {
  const { t } = useSharedTexts();
  const reason = useReworded(error);
  if (!error) return null;
  return (
    <p className={styles.error} id={id}>
      <Icon name="circle-alert" size={16} />
      <VisuallyHidden>{t('field.errorPrefix')} </VisuallyHidden>
      <span>{reason}</span>
    </p>
  );
}
