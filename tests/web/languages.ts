import { createHash } from 'node:crypto';
import { type Language, languages } from '../../libs/contracts/language';
import { test } from '../support/bank-fixture';

type Fixtures = Parameters<Parameters<typeof test>[2]>[0];

/** Selects the text of the journey's language. */
export type Say = <T>(fr: T, en: T) => T;

interface Journey extends Pick<Fixtures, 'page' | 'context' | 'bank'> {
  language: Language;
  say: Say;
}

/** A number from 0 to 3 that a title always has, so that a new journey does not change which others run. */
const turnOf = (title: string) => createHash('sha256').update(title).digest().readUInt8() % 4;

/**
 * One journey as two tests, one in each language, which is chosen before the first page opens. `npm test` runs about half of
 * the journeys, each in one language; all run in both with the long matrices (`npm run test:all`).
 */
export function inBothLanguages(title: string, journey: (fixtures: Journey) => Promise<void>) {
  const turn = languages[turnOf(title)];
  for (const language of languages) {
    const tag = language === turn ? [] : ['@matrix'];
    test(`${title} (${language})`, { tag }, async ({ page, context, bank }) => {
      await context.addInitScript((chosen) => {
        // Axe opens an empty page, which has no storage.
        if (location.protocol !== 'about:') localStorage.setItem('language', chosen);
      }, language);
      await journey({ page, context, bank, language, say: (fr, en) => (language === 'fr' ? fr : en) });
    });
  }
}
