import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../theme/class-names';
import styles from './control.module.css';
import { Field, type FieldProps } from './field';

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'prefix'> {
  /** An icon or a few characters inside the box, before or after the text. */
  prefix?: ReactNode;
  suffix?: ReactNode;
  /** A button at the end of the box. */
  control?: ReactNode;
}

/** One line of text with its label, hint and error. Accepts every property of an input, `ref` included. */
export function TextField({
  label,
  hint,
  error,
  id,
  required,
  optional,
  prefix,
  suffix,
  control,
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} required={required} optional={optional}>
      {(attributes) => (
        <div className={styles.box}>
          {prefix && <span className={styles.affix}>{prefix}</span>}
          <input {...input} {...attributes} className={classNames(styles.control, className)} />
          {suffix && <span className={styles.affix}>{suffix}</span>}
          {control}
        </div>
      )}
    </Field>
  );
}
