import { longest } from '@bank/contracts/embed-protocol';

/** The page's attributes on the element of a tool; empty without any. */
export type PageValues = Partial<Record<string, string>>;

/** Reads the fragment of the frame's address, whose texts are bounded here and validated where they are used. */
export const pageValues = (): PageValues =>
  Object.fromEntries(
    [...new URLSearchParams(location.hash.slice(1))].map(([name, value]) => [name, value.slice(0, longest)]),
  );

/** Calls back when the page has set other values; returns what stops it. */
export function onPageValues(changed: (values: PageValues) => void): () => void {
  const onChange = () => changed(pageValues());
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** Takes over values that the page set later. Not by a navigation: the page would see the frame load once more. */
export function replacePageValues(fragment: string): void {
  history.replaceState(null, '', `#${fragment}`);
  dispatchEvent(new Event('hashchange'));
}
