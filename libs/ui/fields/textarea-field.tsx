import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useLayoutEffect, useRef, useState, type ChangeEvent, type ComponentProps } from 'react';
import { classNames } from '../theme/class-names';
import styles from './control.module.css';
import { Field, type FieldProps } from './field';

export type TextareaFieldProps = FieldProps &
  ComponentProps<'textarea'> & {
    /** The number of characters, from a form that may clear the field without an event. */
    used?: number;
  };

/** Several lines of text; with `maxLength` it shows the number of characters. */
export function TextareaField(props: TextareaFieldProps) {
  const { label, hint, error, id, required, optional, className, onChange, used: known, ...textarea } = props;
  const { t } = useSharedTexts();
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(String(textarea.defaultValue ?? '').length);
  // A form writes a kept text into the field without an event.
  useLayoutEffect(() => setTyped(box.current?.querySelector('textarea')?.value.length ?? 0), []);
  const most = textarea.maxLength;
  const used = known ?? (textarea.value === undefined ? typed : String(textarea.value).length);
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setTyped(event.target.value.length);
    onChange?.(event);
  };
  const counter = most !== undefined && (
    <p className={styles.counter}>{t('field.characters', { used, most })}</p>
  );
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      id={id}
      required={required}
      optional={optional}
      aside={counter}
    >
      {(attributes) => (
        <div ref={box} className={styles.box}>
          <textarea
            rows={5}
            {...textarea}
            {...attributes}
            className={classNames(styles.control, styles.area, className)}
            onChange={change}
          />
        </div>
      )}
    </Field>
  );
}
