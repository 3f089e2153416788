import type { ReactNode } from 'react';
import { Card } from '@bank/ui/card';
import { PageHeading } from '@bank/ui/page-heading';
import styles from './auth-frame.module.css';

interface AuthFrameProps {
  title: string;
  lead: string;
  /** The form, on its card. */
  children?: ReactNode;
  /** What stands under the card. */
  after?: ReactNode;
}

/** The frame of every page of this remote: a heading and one thing to fill in. */
export function AuthFrame({ title, lead, children, after }: AuthFrameProps) {
  return (
    <div className={styles.frame}>
      <PageHeading title={title} lead={lead} />
      {children && <Card>{children}</Card>}
      {after}
    </div>
  );
}
