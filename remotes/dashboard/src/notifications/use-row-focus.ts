import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** The id of a notification's row in the page. */
export const rowId = (id: number) => `notification-${id}`;

/**
 * Where the focus goes when the button that had it leaves the page: to its row while that stays, else to the row that
 * took its place, the one before when it was the last, and the list itself when none is left. Rows and list carry
 * `tabIndex={-1}`. The hook's result is asked with a row's id before that is acted on, and what it returns is called
 * when the list shows what was done.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, ids: number[]) {
  const [acted, setActed] = useState<{ id: number; at: number }>();

  const moveFocus = useEffectEvent(() => {
    if (!acted || isSomewhere(document.activeElement)) return;
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

/** The browser leaves the focus on the body when its element goes, and a dialog on the page's content. */
const isSomewhere = (element: Element | null) => element !== null && !element.matches('body, main');
