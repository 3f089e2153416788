import type { ComponentProps } from 'react';
import { classNames } from '../theme/class-names';
import styles from './control.module.css';
import { Field, type FieldProps } from './field';
import { Icon } from '../theme/icon';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps extends FieldProps, ComponentProps<'select'> {
  options: readonly SelectOption[];
  /** A first option with an empty value, while nothing is chosen. */
  placeholder?: string;
}

/** A choice among a few, by the browser's own list. */
export function SelectField({
  label,
  hint,
  error,
  id,
  required,
  optional,
  options,
  placeholder,
  className,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} required={required} optional={optional}>
      {(attributes) => (
        <div className={styles.box}>
          <select
            {...select}
            {...attributes}
            className={classNames(styles.control, styles.select, className)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={styles.chevron}>
            <Icon name="chevron-down" />
          </span>
        </div>
      )}
    </Field>
  );
}
