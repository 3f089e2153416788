import { useState } from 'react';
import { type Payee, usePayeeVerification } from './payees.api';

/** The verification of a payee, and whether it allows going on: not before its answer, nor unconfirmed without a match. */
export function usePayeeCheck(payee: Payee, enabled = true) {
  const verification = usePayeeVerification(payee, enabled);
  const [accepted, onAccept] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
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
      setIsRefused(isMissing);
      return !isWaiting && !isMissing;
    },
  };
}
