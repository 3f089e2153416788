import type { ReactNode } from 'react';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';

interface AuthFrameProps {
  title: string;
  lead?: string;
  /** The form, on its card. */
  children?: ReactNode;
  /** What stands under the card. */
  after?: ReactNode;
}

/** The frame of every page of this remote: a heading and one thing to fill in. */
export function AuthFrame({ title, lead, children, after }: AuthFrameProps) {
  return (
    <Page layout="form">
      <PageHeading title={title} lead={lead} />
      {children && <Card>{children}</Card>}
      {after}
    </Page>
  );
}
