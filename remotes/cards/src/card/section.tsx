import { type ReactNode, useId } from 'react';
import styles from './card-page.module.css';

interface SectionProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A part of the page under a hairline. */
export function Section({ title, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
}
