import { useEffect, useRef, type RefObject } from 'react';

/**
 * Focuses the element of the returned ref once what was there is gone, if the focus went with it: it is then on nothing, or on
 * a region around the element, where a closed dialog has put it.
 */
export function useFocusAfter<Focused extends HTMLElement>(isThere: boolean): RefObject<Focused | null> {
  const next = useRef<Focused>(null);
  const wasThere = useRef(isThere);
  useEffect(() => {
    const isLost = document.activeElement?.contains(next.current) ?? true;
    if (wasThere.current && !isThere && isLost) next.current?.focus();
    wasThere.current = isThere;
  }, [isThere]);
  return next;
}
