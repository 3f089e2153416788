import { useEffect, useRef, type RefObject } from 'react';

/** Focuses the element of the returned ref once what was there is gone, if the focus went with it. */
export function useFocusAfter<Focused extends HTMLElement>(isThere: boolean): RefObject<Focused | null> {
  const next = useRef<Focused>(null);
  const wasThere = useRef(isThere);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasThere.current && !isThere && isLost) next.current?.focus();
    wasThere.current = isThere;
  }, [isThere]);
  return next;
}
