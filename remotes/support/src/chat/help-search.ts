import type { Language } from '@bank/contracts/language';
import { nearQuestions } from '../faq/near-questions';
import questionsEn from '../faq/questions.en.json';
import questionsFr from '../faq/questions.fr.json';
import { screens } from '../links';
import foundEn from './found.en.json';
import foundFr from './found.fr.json';

/** Questions of the FAQ in both languages, so that the answer follows the language of the page. */
export type FoundHelp = Record<Language, { text: string; links: [path: string, title: string][] }>;

/** At most so many answers: one reads them all. */
const most = 3;

const texts = { fr: questionsFr, en: questionsEn };

/** Here, so that only a conversation that needs them loads them. */
const leads = { fr: foundFr.lead, en: foundEn.lead };

/** The questions of the FAQ that a message is about, the best first; undefined without any. */
export function findHelp(message: string, language: Language): FoundHelp | undefined {
  const ids = nearQuestions(message, language).slice(0, most);
  return ids.length === 0 ? undefined : { fr: helpIn('fr', ids), en: helpIn('en', ids) };
}

const helpIn = (language: Language, found: string[]) => ({
  text: leads[language],
  links: found.map((id): [string, string] => [
    `${screens.faq}#${id}`,
    (texts[language] as Record<string, string>)[`${id}.question`] ?? '',
  ]),
});
