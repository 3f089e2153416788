import { useEffect, useRef } from 'react';

/**
 * Whether the component is still on the page, to be asked when an answer arrives: what it opened may be closed by then, and
 * open again for something else.
 */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}
