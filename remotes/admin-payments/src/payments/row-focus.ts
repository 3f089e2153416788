import { useEffect, useRef } from 'react';

/** The id of a payment's link in the list. */
export const rowId = (id: number) => `payment-${id}`;

const focusRow = (id: number) => document.getElementById(rowId(id))?.focus();

/** Leads back to the payment in the list that was open last, whose buttons may be gone since. */
export function useReturnToRow(open: number | undefined) {
  const last = useRef(open);
  useEffect(() => {
    if (open === undefined && last.current !== undefined) focusRow(last.current);
    last.current = open;
  }, [open]);
}
