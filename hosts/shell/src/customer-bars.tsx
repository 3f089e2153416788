import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useLiveEvent } from '@bank/client/live-events';
import { useSession } from '@bank/client/session';

/** A bar that the page works without. */
const nothing = () => ({ default: () => null });

/** Most people never see it. */
const EmailBar = lazy<ComponentType<{ email: string }>>(() => import('./email-bar').catch(nothing));

/** Loaded with the first online payment that asks for the customer's consent. */
const PaymentNotice = lazy(() => import('./payment-notice').catch(nothing));

/** How long after its start a page may still open its first stream of live events, ms. */
const openingMs = 10_000;

/** The bars above the content of every page of a customer's area. */
export default function CustomerBars() {
  const { user } = useSession();
  const [wasAsked, ask] = useState(false);
  const [openedAt] = useState(() => performance.now());
  useLiveEvent(['card_challenge', 'gap'], ({ type }) => {
    // A later gap means missed events, as while the page slept; the first stream reports a gap too.
    if (type === 'card_challenge' || performance.now() - openedAt > openingMs) ask(true);
  });
  return (
    <Suspense>
      {user?.email_verified === false && <EmailBar key={user.email} email={user.email} />}
      {wasAsked && <PaymentNotice />}
    </Suspense>
  );
}
