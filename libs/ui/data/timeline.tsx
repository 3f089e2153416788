import type { ReactNode } from 'react';
// Imported by shared names: a remote bundles this file and takes its imports from the host.
import { classNames } from '@bank/ui/class-names';
import { Icon, type IconName } from '@bank/ui/icon';
import styles from './timeline.module.css';

/** Events and messages, oldest first, as `TimelineEntry`s. */
export function Timeline({ children }: { children: ReactNode }) {
  return <ol className={styles.timeline}>{children}</ol>;
}

interface TimelineEntryProps {
  /** Who, what and when. */
  by: ReactNode;
  icon?: IconName;
  /** Between colleagues, or of less weight than the others. */
  aside?: boolean;
  children?: ReactNode;
}

/** One entry: who and when, over its `WrittenText`s and files. */
export function TimelineEntry({ by, icon, aside = false, children }: TimelineEntryProps) {
  const content = (
    <>
      <p className={styles.by}>{by}</p>
      {children}
    </>
  );
  return (
    <li className={classNames(icon && styles['with-icon'], aside && styles.aside)}>
      {icon && <Icon name={icon} />}
      {icon ? <div>{content}</div> : content}
    </li>
  );
}

/** Words as somebody typed them, with their lines. */
export function WrittenText({ children, lang }: { children: string; lang?: 'fr' | 'en' }) {
  return (
    <p className={styles.text} lang={lang}>
      {children}
    </p>
  );
}
