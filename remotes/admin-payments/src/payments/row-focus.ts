import { useEffect, useRef } from 'react';

/** The id of a payment's link in the list. */
export const rowId = (id: number) => `payment-${id}`;

const rowOf = (id: number) => document.getElementById(rowId(id));

export const focusRow = (id: number) => rowOf(id)?.focus();

/** Which of the payments has the focus somewhere in its row; -1 for none. */
export const rowWithFocus = (rows: readonly { id: number }[]) =>
  rows.findIndex(({ id }) => rowOf(id)?.closest('tr')?.contains(document.activeElement));

/** Leads back to the payment in the list that was open last, whose buttons may be gone since. */
export function useReturnToRow(open: number | undefined) {
  const last = useRef(open);
  useEffect(() => {
    if (open === undefined && last.current !== undefined) focusRow(last.current);
    last.current = open;
  }, [open]);
}
