import type { ReactNode } from 'react';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';

interface AuthFrameProps {
  title: string;
  lead?: string;
  children?: ReactNode;
  /** Below the card. */
  after?: ReactNode;
}

export function AuthFrame({ title, lead, children, after }: AuthFrameProps) {
  return (
    <Page layout="form">
      <PageHeading title={title} lead={lead} />
      {children && <Card>{children}</Card>}
      {after}
    </Page>
  );
}
