import { type RefObject, useEffect, useRef } from 'react';

/** A page learns a height in steps of so much, px: more would tell it what the frame says. */
const step = 80;

/** What any refusal takes, px; a longer one is scrolled. */
const roomForRefusal = 240;

const refusal = '[role="alert"], [aria-invalid="true"]';

/**
 * Tells the page how tall the frame must be, now and whenever that changes. Every refusal has the same height, however
 * many fields it names and whatever it says: what was needed before it, and a fixed room for it.
 */
export function useHeight(whole: RefObject<HTMLElement | null>, tell: (height: number) => void) {
  const ordinary = useRef(0);
  const told = useRef(0);
  useEffect(() => {
    const measure = () => {
      if (!whole.current) return;
      const isRefused = whole.current.querySelector(refusal) !== null;
      if (!isRefused) ordinary.current = whole.current.getBoundingClientRect().height;
      const height = Math.ceil((ordinary.current + (isRefused ? roomForRefusal : 0)) / step) * step;
      if (height !== told.current) tell((told.current = height));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.documentElement);
    if (whole.current) observer.observe(whole.current);
    return () => observer.disconnect();
  });
}
