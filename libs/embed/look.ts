import { contrast, leastContrast } from '@bank/contracts/contrast';

/**
 * How the launcher looks by a `theme` attribute: `dark`, or `auto` for whatever the device is set to, else light, and
 * tokens (`auto;radius:4px`), which are refused together when the launcher could not be read. The frame, which shows
 * more of the tokens, checks them all.
 */
export function lookOf(theme: string) {
  const asked: Record<string, string> = Object.fromEntries(
    theme.split(';').map((part) => part.split(':').map((side) => side.trim())),
  );
  const isReadable = contrast(asked.brand ?? '#0e5a49', asked.onBrand ?? '#ffffff') >= leastContrast;
  return {
    scheme: 'auto' in asked ? 'light dark' : 'dark' in asked ? 'dark' : 'light',
    tokens: isReadable ? asked : undefined,
  };
}
