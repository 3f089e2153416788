import { type RefObject, useEffect, useRef } from 'react';

/** How long the element must have been visible, ms. */
const requiredMs = 500;

/** Intersection Observer v2 also reports whether an element is covered, faded or transformed. */
interface TrackedEntry extends IntersectionObserverEntry {
  isVisible?: boolean;
}
const isSupported = () => 'isVisible' in IntersectionObserverEntry.prototype;

/**
 * Whether an element has been visible for a while, against clickjacking. True in browsers without support, so it must only
 * protect harmless actions.
 */
export function useSeen(element: RefObject<HTMLElement | null>): () => boolean {
  const since = useRef<number>(undefined);
  useEffect(() => {
    if (!element.current || !isSupported()) return;
    const tracking: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
      trackVisibility: true,
      delay: 100,
    };
    const observer = new IntersectionObserver((entries) => {
      const isVisible = (entries.at(-1) as TrackedEntry).isVisible;
      since.current = isVisible ? (since.current ?? performance.now()) : undefined;
    }, tracking);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return () =>
    !isSupported() || (since.current !== undefined && performance.now() - since.current >= requiredMs);
}
