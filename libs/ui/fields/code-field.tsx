import type { ClipboardEvent } from 'react';
import { compact } from '@bank/contracts/invisible-marks';
import { classNames } from '../theme/class-names';
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
      onPaste={pasteCompact}
      className={classNames(styles.code, className)}
    />
  );
}

/**
 * Applications show a code in groups; its spaces and invisible marks would count against the box's length, and push out the last
 * figures.
 */
function pasteCompact(event: ClipboardEvent<HTMLInputElement>) {
  const pasted = event.clipboardData.getData('text');
  const code = compact(pasted);
  if (code === pasted) return;
  event.preventDefault();
  const { currentTarget: input } = event;
  const [start, end] = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
  const room = input.maxLength - input.value.length + (end - start);
  input.setRangeText(code.slice(0, room), start, end, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
