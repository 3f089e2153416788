import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './scroll-area.module.css';

/**
 * Scrolls content that is wider than its container. It is focusable, and therefore named, only while it
 * overflows; a group and not a landmark, since it usually stands in a card of the same name.
 */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(area);
  return (
    <div
      ref={area}
      className={styles.area}
      {...(isWide && { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}

/** Whether the content is wider than the element; both may change with the window, the rows and the fonts. */
function useIsWide(area: { current: HTMLElement | null }): boolean {
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setIsWide(element.scrollWidth > element.clientWidth));
    for (const observed of [element, ...element.children]) observer.observe(observed);
    return () => observer.disconnect();
  }, [area]);
  return isWide;
}
