import { type RefObject, useEffect, useRef } from 'react';

/** Heights are rounded up to this, px, so that they do not reveal the frame's content to the page. */
const step = 80;

/** Space for errors, px; longer ones scroll. */
const errorSpace = 240;

const errorSelector = '[role="alert"], [aria-invalid="true"]';

/** Reports the frame's height to the page. Any error adds the same height, so that the page cannot tell errors apart. */
export function useFrameHeight(whole: RefObject<HTMLElement | null>, report: (height: number) => void) {
  const heightWithoutError = useRef(0);
  const reported = useRef(0);
  useEffect(() => {
    const measure = () => {
      if (!whole.current) return;
      const hasError = whole.current.querySelector(errorSelector) !== null;
      if (!hasError) heightWithoutError.current = whole.current.getBoundingClientRect().height;
      const height = Math.ceil((heightWithoutError.current + (hasError ? errorSpace : 0)) / step) * step;
      if (height !== reported.current) report((reported.current = height));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.documentElement);
    if (whole.current) observer.observe(whole.current);
    return () => observer.disconnect();
  });
}
