import { useEffect, useRef } from 'react';
import { useLocation } from '@bank/client/router';

/**
 * Scrolls to the section that the address names, on the first load and at each navigation to it, even to the same
 * section again. The browser's own scrolling comes before the page is rendered.
 */
export function useHashTarget(ids: readonly string[]) {
  const { hash, key } = useLocation();
  const arrived = useRef(false);
  useEffect(() => {
    // Smooth only within the page, where the direction matters; see the style sheet.
    const behavior = arrived.current ? 'auto' : 'instant';
    arrived.current = true;
    const id = ids.find((each) => hash === `#${each}`);
    const section = id && document.getElementById(id);
    if (!section) return;
    section.scrollIntoView({ behavior, block: 'start' });
    section.focus({ preventScroll: true });
  }, [ids, hash, key]);
}
