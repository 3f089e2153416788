import { useState } from 'react';
import { LatePart } from '@bank/client/late-part';
import { mayHaveHappened, useLiveEvent } from '@bank/client/live-events';
import { useSession } from '@bank/client/session';

/** Most people never see it. */
const loadEmailBar = async () => (await import('./email-bar')).EmailBar;

/** Loaded with the first online payment that asks for the customer's consent, or may have asked while the page slept. */
const loadPaymentNotice = async () => (await import('./payment-notice')).PaymentNotice;

/** The bars above the content of every page of a customer's area. */
export function CustomerBars() {
  const { user } = useSession();
  const mayWait = () => mayHaveHappened('card_challenge');
  const [wasAsked, ask] = useState(mayWait);
  useLiveEvent(['card_challenge', 'gap'], () => ask(mayWait));
  return (
    <>
      {user?.email_verified === false && <LatePart load={loadEmailBar} />}
      <LatePart isNeeded={wasAsked} load={loadPaymentNotice} />
    </>
  );
}
