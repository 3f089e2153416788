import { contrast, leastContrast } from '@bank/contracts/contrast';
import { schemeOf } from '@bank/contracts/widget-scheme';

/**
 * Applies a `theme` attribute: the scheme, and tokens (`auto;radius:4px`) as custom properties. They have a prefix, since a
 * page's own properties are inherited into a shadow tree. All are refused when the launcher would be unreadable. The frame
 * uses more tokens and validates them all. Returns whether they are refused.
 */
export function applyTheme(element: HTMLElement, theme: string): boolean {
  const { style } = element;
  const token = (name: string) => style.getPropertyValue('--bank-' + name);
  style.cssText = theme.replace(/\w+(?=\s*:)/g, '--bank-$&');
  const brand = token('brand') || '#0e5a49';
  const onBrand = token('onBrand') || '#ffffff';
  // Not by `<`: the contrast of an invalid colour is NaN.
  const isRefused = !(contrast(brand, onBrand) >= leastContrast);
  if (isRefused) style.cssText = '';
  style.colorScheme = schemeOf(theme);
  element.className = token('launcherSide');
  return isRefused;
}
