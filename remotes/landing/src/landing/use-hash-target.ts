import { useEffect, useRef } from 'react';
import { useLocation } from '@bank/client/router';

/**
 * Goes to the section that the address names, as a browser would had the page been there when it arrived: on the
 * first load, and each time a link of the router names one, the same one included.
 */
export function useHashTarget(ids: readonly string[]) {
  const { hash, key } = useLocation();
  const arrived = useRef(false);
  useEffect(() => {
    // Only a person who is already on the page has to see which way it moves; the style sheet decides how.
    const behavior = arrived.current ? 'auto' : 'instant';
    arrived.current = true;
    const id = ids.find((each) => hash === `#${each}`);
    const section = id && document.getElementById(id);
    if (!section) return;
    section.scrollIntoView({ behavior, block: 'start' });
    section.focus({ preventScroll: true });
  }, [ids, hash, key]);
}
