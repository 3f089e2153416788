import { type ComponentType, lazy, Suspense, useState } from 'react';
import { AppLayout, type BarPlace } from '@bank/client/app-layout';
import type { HostLayout } from '@bank/client/host-app';
import { useLiveEvent } from '@bank/client/live-events';
import { useSession } from '@bank/client/session';
import { Slot } from '@bank/client/slot';
import { CustomerIdentity } from './customer-identity';
import { PublicLayout } from './public-layout';
import { useShellTexts } from './texts';

/** Most people never see it, and the page works without it. */
const EmailBar = lazy<ComponentType<{ email: string }>>(() =>
  import('./email-bar').catch(() => ({ default: () => null })),
);

/** Loaded with the first online payment that asks for the customer's consent. */
const PaymentNotice = lazy(() => import('./payment-notice').catch(() => ({ default: () => null })));

function Payments() {
  const [wasAsked, setWasAsked] = useState(false);
  useLiveEvent('card_challenge', () => setWasAsked(true));
  return wasAsked && <PaymentNotice />;
}

/** What customers do most, at the thumb (design.md, Phone). */
function usePlaces(): BarPlace[] {
  const { t } = useShellTexts();
  return [
    { to: '/dashboard', label: t('bar.home'), icon: 'house' },
    { to: '/dashboard/transactions', label: t('bar.transactions'), icon: 'arrow-left-right' },
    { to: '/dashboard?action=transfer', label: t('bar.send'), icon: 'send' },
    { to: '/dashboard/cards', label: t('bar.cards'), icon: 'credit-card' },
  ];
}

/** Visitors see a page with a header and a footer; customers see their area's sidebar. The chat floats over public pages only. */
export const ShellLayout: HostLayout = ({ route, children }) => {
  const { state, user } = useSession();
  const places = usePlaces();
  const inside = route !== undefined && route.audience !== 'public' && state !== 'signed-out';
  return (
    <Suspense>
      {inside ? (
        <AppLayout identity={<CustomerIdentity />} places={places}>
          {user?.email_verified === false && (
            <Suspense>
              <EmailBar email={user.email} />
            </Suspense>
          )}
          <Suspense>
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
