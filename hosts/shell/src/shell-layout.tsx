import { Suspense } from 'react';
import { AppLayout } from '@bank/client/app-layout';
import type { HostLayout } from '@bank/client/host-app';
import { LatePart } from '@bank/client/late-part';
import { useSession } from '@bank/client/session';
import { Slot } from '@bank/client/slot';
import { CustomerIdentity } from './customer-identity';
import { PublicLayout } from './public-layout';

const identity = <CustomerIdentity />;

/** No part of a public page's first script, and the page works without it. */
const loadBars = async () => (await import('./customer-bars')).CustomerBars;

/** Visitors see a page with a header and a footer; customers see their area's sidebar. The chat floats over public pages only. */
export const ShellLayout: HostLayout = ({ route, children }) => {
  const { state } = useSession();
  const inside = route !== undefined && route.audience !== 'public' && state !== 'signed-out';
  return (
    <Suspense>
      {inside ? (
        <AppLayout identity={identity}>
          <LatePart load={loadBars} />
          {children}
        </AppLayout>
      ) : (
        <PublicLayout>{children}</PublicLayout>
      )}
      <Slot name="floating" quiet />
    </Suspense>
  );
};
