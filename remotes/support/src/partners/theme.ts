import { contrast, leastContrast } from '@bank/contracts/contrast';
import {
  bankTheme,
  themeProblems,
  themeTexts,
  themeTokenNames,
  type WidgetTheme,
} from '@bank/contracts/widget-theme';

export const colourTokens = themeTokenNames.filter((name) => bankTheme[name].startsWith('#'));

/** The typed theme, with the bank's value for empty or invalid tokens. */
export function shownTheme(typed: Partial<WidgetTheme>): WidgetTheme {
  const written = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      value.trim() ? [[name, value.trim().toLowerCase()]] : [],
    ),
  ) as Partial<WidgetTheme>;
  const unformed = themeProblems(written).filter(({ problem }) => problem === 'format');
  const wrong = new Set<string>(unformed.map(({ token }) => token));
  return {
    ...bankTheme,
    ...Object.fromEntries(Object.entries(written).filter(([name]) => !wrong.has(name))),
  };
}

export interface Legibility {
  text: (typeof themeTexts)[number][0];
  ratio: number;
  isReadable: boolean;
}

/** The contrast of each text of a theme with its background. */
export const legibilityOf = (theme: WidgetTheme): Legibility[] =>
  themeTexts.map(([text, ground]) => {
    const ratio = contrast(theme[text], theme[ground]);
    return { text, ratio, isReadable: ratio >= leastContrast };
  });
