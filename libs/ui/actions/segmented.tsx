import { Icon, type IconName } from '../theme/icon';
import styles from './segmented.module.css';
import { VisuallyHidden } from '../layout/visually-hidden';

export interface Segment<V extends string> {
  value: V;
  label: string;
  icon?: IconName;
  /** Read aloud after a label that is an abbreviation. */
  fullName?: string;
  /** The language of the label, where it is not the page's. */
  lang?: string;
}

export interface SegmentedProps<V extends string> {
  label: string;
  options: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Shows icons only; the labels stay for screen readers. */
  compact?: boolean;
  /** Makes it a form that posts the choice under this name to the page's own address, until a script takes over. */
  name?: string;
}

/** A choice among two to five, all of them in sight. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, options, value, onChange, compact, name } = props;
  const buttons = options.map((option) => (
    <button
      key={option.value}
      // Its form is submitted by default; with the attribute it would be the first submit button of every page.
      type={name ? undefined : 'button'}
      name={name}
      value={name && option.value}
      className={styles.segment}
      lang={option.lang}
      aria-pressed={option.value === value}
      onClick={(event) => {
        event.preventDefault();
        onChange(option.value);
      }}
    >
      {option.icon && <Icon name={option.icon} size={16} />}
      {compact ? <VisuallyHidden>{option.label}</VisuallyHidden> : option.label}
      {option.fullName && <VisuallyHidden> {option.fullName}</VisuallyHidden>}
    </button>
  ));
  const group = (
    <div className={styles.group} role="group" aria-label={label}>
      {buttons}
    </div>
  );
  if (!name) return group;
  return (
    <form className={styles.form} method="post">
      {group}
    </form>
  );
}
