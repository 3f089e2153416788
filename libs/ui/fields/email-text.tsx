import styles from './email-text.module.css';

/** An e-mail address that wraps at its domain rather than within a word. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1;
  return (
    <>
      {address.slice(0, at)}
      <span className={styles.domain}>{address.slice(at)}</span>
    </>
  );
}
