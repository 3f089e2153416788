import { useEffect, useRef } from 'react';

/** Focuses the element of the returned ref once what is there is gone, if the focus went with it. */
export function useFocusAfter<Element extends HTMLElement>(isThere: boolean) {
  const next = useRef<Element>(null);
  const wasThere = useRef(isThere);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasThere.current && !isThere && isLost) next.current?.focus();
    wasThere.current = isThere;
  }, [isThere]);
  return next;
}
