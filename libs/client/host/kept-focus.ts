const headings = 'h1, h2, h3, h4, h5, h6, [role="heading"]';

/**
 * Keeps the focus on the page when the element that has it goes away, as a button does with its action: the first heading of
 * the smallest part around it gets it, never another control, which a repeated key press would operate. What a page focuses by
 * itself comes first.
 * @param content whose elements are watched
 * @returns how to stop watching
 */
export function keepFocus(content: HTMLElement): () => void {
  /** The focused element and what it is in, innermost first. */
  let path: Element[] = [];
  const remember = ({ target }: Event) => {
    path = target instanceof Element && content.contains(target) ? pathTo(target, content) : [];
  };
  // Who clicks beside every control gives up the focus.
  const forget = () => (path = []);
  const isLost = () => {
    const { activeElement, body } = document;
    return path.length > 0 && !path[0]?.isConnected && (activeElement === null || activeElement === body);
  };
  const watch = new MutationObserver(() => {
    // Effects of the same rendering may focus something.
    if (isLost()) requestAnimationFrame(() => setTimeout(() => isLost() && focusNear(path, content)));
  });
  content.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget);
  watch.observe(content, { childList: true, subtree: true });
  return () => {
    content.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget);
    watch.disconnect();
  };
}

function pathTo(target: Element, content: HTMLElement): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = target; at && at !== content; at = at.parentElement) path.push(at);
  return path;
}

function focusNear(path: Element[], content: HTMLElement): void {
  const around = path.filter((element) => element.isConnected);
  const heading = [...around, content].map((element) => element.querySelector(headings)).find(Boolean);
  const next = (heading ?? content) as HTMLElement;
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}
