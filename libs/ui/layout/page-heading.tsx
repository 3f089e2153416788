import { useEffect, useRef, type ReactNode } from 'react';
import { Cluster } from './layout';
import styles from './page-heading.module.css';

export interface PageHeadingProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
}

/**
 * Whether a page was left before this one: the first page of a visit is read from its top, not from its
 * heading.
 */
let cameFromPage = false;

/** The one heading of a page. Takes the focus after a navigation, so that screen readers announce it. */
export function PageHeading({ title, lead, actions }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (cameFromPage) heading.current?.focus({ preventScroll: true });
    return () => {
      cameFromPage = true;
    };
  }, []);
  return (
    <header className={styles.heading}>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <Cluster gap={8}>{actions}</Cluster>}
    </header>
  );
}
