import styles from './brand.module.css';

/** The mark: an arch over a line, as of a counter window. */
export function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M6.5 21.5V14a9.5 9.5 0 0 1 19 0v7.5" />
      <path d="M2.5 26.5h27" />
      <path d="M12.5 21.5V15a3.5 3.5 0 0 1 7 0v6.5" />
    </svg>
  );
}

/** Mark and name. `compact` shows the name to screen readers only. */
export function Brand({ compact = false }: { compact?: boolean }) {
  return (
    <span className={styles.brand}>
      <BrandMark />
      <span className={compact ? styles.unseen : styles.name}>Bank PCS</span>
    </span>
  );
}
