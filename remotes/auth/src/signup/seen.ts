import { type RefObject, useEffect, useRef } from 'react';

/** How long a person must have had something before their eyes, ms. */
const longEnough = 500;

/** Intersection Observer, version 2: a browser that has it also says whether anything covers, fades or bends an element. */
interface TrackedEntry extends IntersectionObserverEntry {
  isVisible?: boolean;
}
const canTell = () => 'isVisible' in IntersectionObserverEntry.prototype;

/**
 * Tells whether a person has seen an element for a while, so that a page cannot have them press what it hides (clickjacking).
 * A browser that cannot tell is believed; what may be done without having been seen is little, therefore.
 */
export function useSeen(element: RefObject<HTMLElement | null>): () => boolean {
  const since = useRef<number>(undefined);
  useEffect(() => {
    if (!element.current || !canTell()) return;
    const tracking: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
      ...{ trackVisibility: true, delay: 100 },
    };
    const observer = new IntersectionObserver((entries) => {
      const isVisible = (entries.at(-1) as TrackedEntry).isVisible;
      since.current = isVisible ? (since.current ?? performance.now()) : undefined;
    }, tracking);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return () => !canTell() || (since.current !== undefined && performance.now() - since.current >= longEnough);
}
