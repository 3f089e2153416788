import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

export const rowId = (id: number) => `notification-${id}`;

/**
 * Moves the focus when the focused button is removed: to its row, else to the row in its place, else to the list.
 * Rows and list need `tabIndex={-1}`. Call the result with a row's id before the action, and what that returns once
 * the list is updated.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, ids: number[]) {
  const [acted, setActed] = useState<{ id: number; at: number }>();

  const moveFocus = useEffectEvent(() => {
    if (!acted || isOnContent(document.activeElement)) return;
    const next = ids.includes(acted.id) ? acted.id : ids[Math.min(acted.at, ids.length - 1)];
    const row = next === undefined ? null : document.getElementById(rowId(next));
    (row ?? list.current)?.focus();
  });
  useEffect(() => moveFocus(), [acted]);

  return (id: number) => {
    const at = ids.indexOf(id);
    return () => setActed({ id, at });
  };
}

/** A removed element leaves the focus on the body, a closed dialog on the page's content. */
const isOnContent = (element: Element | null) => element !== null && !element.matches('body, main');
