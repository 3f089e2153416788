import { type Language, languages } from '../../libs/contracts/language';
import { test } from '../support/bank-fixture';

type Fixtures = Parameters<Parameters<typeof test>[2]>[0];

interface Journey extends Pick<Fixtures, 'page' | 'context' | 'bank'> {
  language: Language;
  /** The words of the journey's language. */
  say: <T>(fr: T, en: T) => T;
}

/** One journey as two tests, one in each language, which is chosen before the first page opens. */
export function inBothLanguages(title: string, journey: (fixtures: Journey) => Promise<void>) {
  for (const language of languages) {
    test(`${title} (${language})`, async ({ page, context, bank }) => {
      await context.addInitScript((chosen) => {
        // An empty page, as axe opens one, has no storage.
        if (location.origin !== 'null') localStorage.setItem('language', chosen);
      }, language);
      await journey({ page, context, bank, language, say: (fr, en) => (language === 'fr' ? fr : en) });
    });
  }
}
