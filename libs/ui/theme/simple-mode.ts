import { useSyncExternalStore } from 'react';
import { simpleCookie } from '@bank/contracts/simple-mode';

/*
 * Mode simple: fewer things on a page, no web font, no pictures. A choice for a browser, like the theme: `<html data-simple>`,
 * which the hosts' script sets from the cookie before the first paint.
 */
const changed = 'bank-simple-mode';

const isSimple = () => document.documentElement.hasAttribute('data-simple');

/** Chooses or leaves Mode simple and remembers it; where cookies are blocked it lasts as long as the page. */
export function setSimple(isOn: boolean): void {
  document.cookie = simpleCookie(isOn, location.protocol === 'https:');
  document.documentElement.toggleAttribute('data-simple', isOn);
  dispatchEvent(new Event(changed));
}

/** Whether it is chosen, in a component that follows the choice. */
export const useSimple = () => useSyncExternalStore(subscribe, isSimple, () => false);

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  return () => removeEventListener(changed, listener);
}
