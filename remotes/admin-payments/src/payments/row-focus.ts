import { useEffect, useRef } from 'react';

export const rowId = (id: number) => `payment-${id}`;

const rowOf = (id: number) => document.getElementById(rowId(id));

export const focusRow = (id: number) => rowOf(id)?.focus();

/** The index of the payment whose row contains the focus; -1 for none. */
export const rowWithFocus = (rows: readonly { id: number }[]) =>
  rows.findIndex(({ id }) => rowOf(id)?.closest('tr')?.contains(document.activeElement));

/** Returns the focus to the last open payment in the list, whose buttons may have been removed. */
export function useReturnToRow(open: number | undefined) {
  const last = useRef(open);
  useEffect(() => {
    if (open === undefined && last.current !== undefined) focusRow(last.current);
    last.current = open;
  }, [open]);
}
