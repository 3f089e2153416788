import { useState } from 'react';
import { type Payee, usePayeeVerification } from './payees.api';

/** The verification of a payee, and whether it allows going on: not before its answer, nor unconfirmed without a match. */
export function usePayeeCheck(payee: Payee, enabled = true) {
  const verification = usePayeeVerification(payee, enabled);
  // Of this payee alone: another name or account is another question.
  const [acceptedFor, setAcceptedFor] = useState<Payee>();
  const [refusedFor, setRefusedFor] = useState<Payee>();
  const accepted = isSame(acceptedFor, payee);
  const isRefused = isSame(refusedFor, payee);
  const onAccept = (isAccepted: boolean) => setAcceptedFor(isAccepted ? payee : undefined);
  const isOwn = verification.data?.own_account === true;
  const isUnlike = !isOwn && verification.data?.result === 'no_match';
  const isWaiting = enabled && verification.isPending;
  return {
    check: { payee, verification, accepted, onAccept, isRefused },
    isWaiting,
    isUnlike,
    isOwn,
    /** Whether the payee may be paid; otherwise what is missing is shown. */
    passes: () => {
      const isMissing = isUnlike && !accepted;
      setRefusedFor(isMissing ? payee : undefined);
      return !isWaiting && !isMissing;
    },
  };
}

const isSame = (one: Payee | undefined, other: Payee) =>
  one?.name === other.name && one.account === other.account;
