import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const css = readFileSync(path.join(__dirname, 'tokens.css'), 'utf8');

type Theme = 'light' | 'dark';

/** The hex value of a colour token in a theme. */
function colour(token: string, theme: Theme): string {
  const value = new RegExp(`--${token}: (.+);`).exec(css)?.[1];
  const [light = '', dark = light] = value?.match(/#[0-9a-f]{6}/g) ?? [];
  if (!light) throw new Error(`no colour token ${token}`);
  return theme === 'light' ? light : dark;
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: Theme): number {
  const [dark = 0, light = 0] = [luminance(colour(one, theme)), luminance(colour(other, theme))].sort(
    (left, right) => left - right,
  );
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['paper', 'surface', 'sunken'];
const tints = ['brand-tint', 'positive-tint', 'danger-tint', 'warning-tint', 'info-tint', 'neutral-tint'];
const on = (texts: string[], under: string[]) =>
  texts.flatMap((text) => under.map((ground) => [text, ground]));

const readable = [
  ...on(['muted', 'brand', 'brand-hover', 'positive', 'danger', 'warning', 'info'], grounds),
  ...on(['ink'], tints),
  ...['brand', 'brand-hover', 'positive', 'danger', 'warning', 'info'].map((text) => [
    text,
    `${text.replace('-hover', '')}-tint`,
  ]),
  ['muted', 'neutral-tint'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-sun', 'sun'],
  ['card-ink', 'card-ground'],
  ['card-ink', 'card-relief'],
];

describe.each<Theme>(['light', 'dark'])('contrast in the %s theme', (theme) => {
  it.each(readable)('%s on %s reads (4.5:1)', (text, ground) => {
    expect(contrast(text!, ground!, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(on(['ink', 'amount-in'], grounds))('amounts in %s on %s (7:1)', (text, ground) => {
    expect(contrast(text!, ground!, theme)).toBeGreaterThanOrEqual(7);
  });

  it.each([...on(['focus'], grounds), ...on(['line-strong'], ['paper', 'surface'])])(
    '%s stands out from %s (3:1)',
    (edge, ground) => {
      expect(contrast(edge!, ground!, theme)).toBeGreaterThanOrEqual(3);
    },
  );
});

it('keeps raw colours out of every other style sheet', () => {
  const root = path.join(__dirname, '../../..');
  const others = ['libs/ui', 'libs/client', 'hosts/shell/src', 'hosts/back-office/src', 'remotes'].flatMap(
    (folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => path.join(folder, file))
        .filter((file) => file.endsWith('.css') && !/\/(node_modules|dist)\//.test(file)),
  );
  expect(others.length).toBeGreaterThan(100);
  const raw = /#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|oklch\(/i;
  const found = others.filter((file) => raw.test(readFileSync(path.join(root, file), 'utf8')));
  expect(found).toEqual(['libs/ui/theme/tokens.css']);
});
