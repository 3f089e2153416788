import { classNames } from './class-names';
import styles from './control.module.css';
import { TextField, type TextFieldProps } from './text-field';

export interface CodeFieldProps extends Omit<TextFieldProps, 'type'> {
  /** How many figures the code has. */
  length?: number;
}

/** A one-time code, in one box so that it can be pasted and filled in by the telephone. */
export function CodeField({ length = 6, className, ...props }: CodeFieldProps) {
  return (
    <TextField
      autoComplete="one-time-code"
      spellCheck={false}
      {...props}
      type="text"
      inputMode="numeric"
      maxLength={length}
      className={classNames(styles.code, className)}
    />
  );
}
