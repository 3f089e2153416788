import styles from './stamp.module.css';

/** The bank's stamp on a receipt: the arch with its sun in a ring. Decorative. */
export const Stamp = () => (
  <svg className={styles.stamp} viewBox="0 0 72 72" aria-hidden="true">
    <circle className={styles.ring} cx="36" cy="36" r="33" />
    <circle className={styles.dots} cx="36" cy="36" r="28" />
    <path className={styles.ring} d="M22 48V36a14 14 0 0 1 28 0v12M30 48V37a6 6 0 0 1 12 0v11M17 53h38" />
    <circle className={styles.sun} cx="50" cy="22" r="4" />
  </svg>
);
