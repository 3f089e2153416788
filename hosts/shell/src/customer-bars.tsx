import { useState } from 'react';
import { LatePart } from '@bank/client/late-part';
import { mayHaveHappened, useLiveEvent } from '@bank/client/live-events';
import { useSession } from '@bank/client/session';
import { useIdle } from '@bank/client/use-idle';

/** Most people never see it. */
const loadEmailBar = async () => (await import('./email-bar')).EmailBar;

/**
 * Loaded with the first online payment that asks for the customer's consent, or may have asked while the page slept; otherwise once
 * the page is idle: one may have asked before it was opened.
 */
const loadPaymentNotice = async () => (await import('./payment-notice')).PaymentNotice;

/** The bars above the content of every page of a customer's area. */
export function CustomerBars() {
  const { user } = useSession();
  const mayWait = () => mayHaveHappened('card_challenge');
  const [wasAsked, ask] = useState(mayWait);
  const isIdle = useIdle();
  useLiveEvent(['card_challenge', 'gap'], () => ask(mayWait));
  return (
    <>
      {user?.email_verified === false && <LatePart load={loadEmailBar} />}
      <LatePart isNeeded={wasAsked || isIdle} load={loadPaymentNotice} />
    </>
  );
}
