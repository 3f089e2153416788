import { type ChangeEvent, type InputHTMLAttributes, type Ref, useId } from 'react';
// By its shared name: a remote bundles this file, and takes what it imports from the host.
import { Icon, type IconName } from '@bank/ui/icon';
import styles from './file-picker.module.css';

interface FilePickerProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'accept' | 'multiple'> {
  icon: IconName;
  label: string;
  hint: string;
  /** The name of the file being sent, announced; the picker keeps the focus and accepts nothing meanwhile. */
  sending?: string | undefined;
  onChoose: (files: File[]) => void;
  ref?: Ref<HTMLInputElement>;
}

/** A button that chooses files, also by dropping them on it. */
export function FilePicker({ icon, label, hint, sending, onChoose, ...input }: FilePickerProps) {
  const id = useId();
  const isSending = sending !== undefined;
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // Cleared, so that the same file can be chosen again.
    currentTarget.value = '';
    if (files.length > 0 && !isSending) onChoose(files);
  };
  return (
    <>
      <label className={styles.pick}>
        <Icon name={icon} />
        {label}
        <input
          {...input}
          type="file"
          className={styles.input}
          aria-describedby={id}
          aria-disabled={isSending || undefined}
          onClick={(event) => isSending && event.preventDefault()}
          onChange={choose}
        />
      </label>
      <p id={id} className={styles.hint}>
        {hint}
      </p>
      <p role="status" className={styles.hint}>
        {sending}
      </p>
    </>
  );
}
