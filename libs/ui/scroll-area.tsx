import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './scroll-area.module.css';

/**
 * Lets content that is wider than its place scroll by itself. Only while it does, the keyboard stops there, hence the
 * name; a group and no landmark, since it mostly stands in a card of the same name.
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
