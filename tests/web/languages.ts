import { type Language, languages } from '../../libs/contracts/language';
import { test } from '../support/bank-fixture';
import { coreJourneys } from './core-journeys';
import { matrixUnless } from './matrix';

type Fixtures = Parameters<Parameters<typeof test>[2]>[0];

/** Selects the text of the journey's language. */
export type Say = <T>(fr: T, en: T) => T;

export interface Journey extends Pick<Fixtures, 'page' | 'context' | 'bank'> {
  language: Language;
  say: Say;
}

/**
 * One journey as two tests, one in each language, which is chosen before the first page opens. `npm test` runs the
 * core journeys, each in one of them; all run in both with the long matrices (`npm run test:all`).
 */
export function inBothLanguages(title: string, journey: (fixtures: Journey) => Promise<void>) {
  for (const language of languages) {
    test(`${title} (${language})${matrixUnless(coreJourneys[title] === language)}`, async ({
      page,
      context,
      bank,
    }) => {
      await context.addInitScript((chosen) => {
        // Axe opens an empty page, which has no storage.
        if (location.protocol !== 'about:') localStorage.setItem('language', chosen);
      }, language);
      await journey({ page, context, bank, language, say: (fr, en) => (language === 'fr' ? fr : en) });
    });
  }
}
