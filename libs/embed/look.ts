import { contrast, leastContrast } from '@bank/contracts/contrast';
import { schemeOf } from '@bank/contracts/widget-scheme';

/**
 * Dresses an element by a `theme` attribute: the scheme, and tokens (`auto;radius:4px`) as custom properties, which are
 * refused together when the launcher could not be read. The frame, which shows more of the tokens, checks them all.
 * Answers whether they are refused.
 */
export function dress({ style, classList }: HTMLElement, theme: string): boolean {
  const token = (name: string) => style.getPropertyValue('--' + name);
  style.cssText = theme.replace(/\w+(?=\s*:)/g, '--$&');
  // Not by `<`: the contrast of what is no colour is no number.
  const isRefused = !(contrast(token('brand') || '#0e5a49', token('onBrand') || '#ffffff') >= leastContrast);
  if (isRefused) style.cssText = '';
  style.colorScheme = schemeOf(theme);
  classList.toggle('start', token('launcherSide') === 'start');
  return isRefused;
}
