import { type ComponentType, lazy, Suspense, useState } from 'react';
import { AppLayout } from '@bank/client/app-layout';
import type { HostLayout } from '@bank/client/host-app';
import { useLiveEvent } from '@bank/client/live-events';
import { useSession } from '@bank/client/session';
import { Slot } from '@bank/client/slot';
import { CustomerIdentity } from './customer-identity';
import { PublicLayout } from './public-layout';

/** A bar that the page works without. */
const nothing = () => ({ default: () => null });

/** Most people never see it. */
const EmailBar = lazy<ComponentType<{ email: string }>>(() => import('./email-bar').catch(nothing));

/** Loaded with the first online payment that asks for the customer's consent. */
const PaymentNotice = lazy(() => import('./payment-notice').catch(nothing));

function Payments() {
  const [wasAsked, ask] = useState(false);
  useLiveEvent('card_challenge', () => ask(true));
  return wasAsked && <PaymentNotice />;
}

/** Visitors see a page with a header and a footer; customers see their area's sidebar. The chat floats over public pages only. */
export const ShellLayout: HostLayout = ({ route, children }) => {
  const { state, user } = useSession();
  const inside = route !== undefined && route.audience !== 'public' && state !== 'signed-out';
  return (
    <Suspense>
      {inside ? (
        <AppLayout identity={<CustomerIdentity />}>
          <Suspense>
            {user?.email_verified === false && <EmailBar email={user.email} />}
            <Payments />
          </Suspense>
          {children}
        </AppLayout>
      ) : (
        <PublicLayout>{children}</PublicLayout>
      )}
      <Slot name="floating" quiet />
    </Suspense>
  );
};
