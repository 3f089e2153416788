import { useId } from 'react';
import { FieldError } from '@bank/ui/field';
import styles from './card-controls.module.css';

interface SwitchRowProps {
  label: string;
  hint: string;
  checked: boolean;
  /** Why the last change was refused. */
  error: string | undefined;
  onChange: (checked: boolean) => void;
}

/** A switch with its label before it; it acts at once. */
export function SwitchRow({ label, hint, checked, error, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
        <FieldError id={`${id}-error`} error={error} />
      </div>
      <input
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its state itself (HTML-AAM)
        role="switch"
        className={styles.switch}
        checked={checked}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
    </div>
  );
}
