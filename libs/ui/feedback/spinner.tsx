import styles from './spinner.module.css';

/** A spinner beside a text that describes the wait; hidden from screen readers. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
