import { contrast, leastContrast } from '@bank/contracts/contrast';

/** What stands on what before a frame shows, with the bank's own colours. The frame checks the other tokens. */
const pairs = [
  ['brand', '#0e5a49', 'onBrand', '#ffffff'],
  ['surface', '#ffffff', 'ink', '#14211d'],
] as const;

export interface Look {
  scheme: 'light' | 'dark' | 'light dark';
  tokens: Record<string, string | undefined>;
}

/**
 * What a `theme` attribute asks for: `dark`, or `auto` for whatever the device is set to, else light, and tokens
 * (`auto;radius:4px`). Undefined when a text could not be read.
 */
export function lookOf(theme: string): Look | undefined {
  const tokens: Look['tokens'] = Object.fromEntries(
    theme.split(';').map((part) => part.split(':').map((side) => side.trim())),
  );
  const isReadable = pairs.every(
    ([ground, ownGround, text, ownText]) =>
      contrast(tokens[ground] ?? ownGround, tokens[text] ?? ownText) >= leastContrast,
  );
  if (isReadable) return { tokens, scheme: 'auto' in tokens ? 'light dark' : 'dark' in tokens ? 'dark' : 'light' };
}
