// Without zod: the frames on partners' pages read this too.

import { contrast, leastContrast } from './contrast';

const colour = /^#[0-9a-f]{6}$/;
const side = /^(start|end)$/;
/** Whole pixels from 0 to 32, and from 0 to 96. */
const small = /^([12]?\d|3[0-2])px$/;
const wide = /^([1-8]?\d|9[0-6])px$/;

/** The tokens of a widget's theme that a partner may set, at most twelve, with their formats and default values. */
export const themeTokens = {
  brand: { format: colour, otherwise: '#0e5a49' },
  onBrand: { format: colour, otherwise: '#ffffff' },
  surface: { format: colour, otherwise: '#ffffff' },
  ink: { format: colour, otherwise: '#14211d' },
  muted: { format: colour, otherwise: '#52605a' },
  line: { format: colour, otherwise: '#dfe3dd' },
  danger: { format: colour, otherwise: '#b3261e' },
  radius: { format: small, otherwise: '14px' },
  launcherSide: { format: side, otherwise: 'end' },
  launcherInset: { format: wide, otherwise: '24px' },
} as const;

export type ThemeToken = keyof typeof themeTokens;
export type WidgetTheme = Record<ThemeToken, string>;

export const themeTokenNames = Object.keys(themeTokens) as ThemeToken[];

/** The default theme. */
export const bankTheme = Object.fromEntries(
  themeTokenNames.map((name) => [name, themeTokens[name].otherwise]),
) as WidgetTheme;

/** The pairs of text and background that need the contrast of text (WCAG 2.2, 1.4.3). */
export const themeTexts = [
  ['onBrand', 'brand'],
  ['ink', 'surface'],
  ['muted', 'surface'],
  ['brand', 'surface'],
  ['danger', 'surface'],
] as const satisfies readonly (readonly [ThemeToken, ThemeToken])[];

export interface ThemeProblem {
  token: ThemeToken;
  problem: 'format' | 'contrast';
}

/** The faults of a theme, with defaults for absent tokens; empty if it may be shown. */
export function themeProblems(theme: Partial<WidgetTheme>): ThemeProblem[] {
  const all = { ...bankTheme, ...theme };
  const wrong = themeTokenNames.filter((token) => !themeTokens[token].format.test(all[token]));
  const faint = themeTexts.filter(
    (pair) =>
      !pair.some((token) => wrong.includes(token)) && contrast(all[pair[0]], all[pair[1]]) < leastContrast,
  );
  return [
    ...wrong.map((token) => ({ token, problem: 'format' as const })),
    ...faint.map(([token]) => ({ token, problem: 'contrast' as const })),
  ];
}

/** A theme as the `theme` attribute of a widget, such as `brand:#0e5a49;radius:8px`, without default values. */
export const themeText = (theme: Partial<WidgetTheme>): string =>
  themeTokenNames
    .filter((name) => theme[name] !== undefined && theme[name] !== themeTokens[name].otherwise)
    .map((name) => `${name}:${theme[name]}`)
    .join(';');

/** The known tokens of a `theme` attribute; values are not validated. */
export function themeOf(written: string): Partial<WidgetTheme> {
  const theme: Partial<WidgetTheme> = {};
  for (const part of written.split(';')) {
    const [name = '', value = ''] = part.split(':').map((side) => side.trim());
    if (Object.hasOwn(themeTokens, name)) theme[name as ThemeToken] = value.toLowerCase();
  }
  return theme;
}
