import { type Language, languages } from '@bank/contracts/language';
import { lazy } from '@bank/i18n/lazy';
import { fold } from '../fold';
import keywordsEn from './keywords.en.json';
import keywordsFr from './keywords.fr.json';

/** The keyword groups of specification 2, section 4. */
export type KeywordTopic = keyof typeof keywordsFr;
type PhraseTopic = 'manageCards' | 'whereToFind' | 'howLong';
/** The assistant's replies, with texts in `replies.<language>.json`. */
export type Topic = KeywordTopic | PhraseTopic | 'welcome' | 'fallback';

const keywords: Record<Language, Record<KeywordTopic, string[]>> = { fr: keywordsFr, en: keywordsEn };

/** Phrases that identify a longer question. A star matches any words. */
const phrases: Record<Language, Record<PhraseTopic, string[]>> = {
  fr: {
    manageCards: ['gérer * carte', 'gestion * carte'],
    whereToFind: [
      'où trouver',
      'où se trouve',
      'où se trouvent',
      'où * trouver',
      'où est',
      'où sont',
      'où voir',
    ],
    howLong: ['combien de temps', 'délai', 'combien de jours', "combien d'heures"],
  },
  en: {
    manageCards: ['manage * card', 'managing * card'],
    whereToFind: ['where * find', 'where is', 'where are', 'where do i', 'where can i see'],
    howLong: ['how long', 'how many days', 'how many hours', 'how much time'],
  },
};

/** The topic of a message, matched in the page's language first, then in the other. */
export function topicOf(message: string, language: Language): Topic {
  const text = fold(message);
  const inOrder = [language, ...languages.filter((other) => other !== language)];
  for (const candidate of inOrder) {
    const topic = exactKeyword(text, candidate) ?? phrase(text, candidate) ?? longestKeyword(text, candidate);
    if (topic) return topic;
  }
  return 'fallback';
}

/** Whether a message is a keyword itself, or has one of the phrases: nothing else answers it. */
export function isCertain(message: string, language: Language): boolean {
  const text = fold(message);
  return languages.some((each) => exactKeyword(text, each) ?? (each === language && phrase(text, each)));
}

interface Rule<T> {
  topic: T;
  /** Folded like the message. */
  words: string;
}

/** The keywords of each language, folded like messages. */
export const keywordRules = lazy(() => rulesOf(keywords, fold));
const phraseRules = lazy(() => rulesOf(phrases, (words) => words.split('*').map(fold).join('*')));

function rulesOf<T extends string>(
  source: Record<Language, Record<T, string[]>>,
  prepare: (words: string) => string,
): Record<Language, Rule<T>[]> {
  const inLanguage = (language: Language) =>
    (Object.entries(source[language]) as [T, string[]][]).flatMap(([topic, all]) =>
      all.map((words) => ({ topic, words: prepare(words) })),
    );
  return { fr: inLanguage('fr'), en: inLanguage('en') };
}

const exactKeyword = (text: string, language: Language) =>
  keywordRules()[language].find(({ words }) => words === text)?.topic;

/** The longest match is the most specific: "mot de passe" rather than "compte". */
function longestKeyword(text: string, language: Language): KeywordTopic | undefined {
  let best: Rule<KeywordTopic> | undefined;
  for (const rule of keywordRules()[language]) {
    if (rule.words.length > (best?.words.length ?? 0) && endOf(rule.words, text, 0) >= 0) best = rule;
  }
  return best?.topic;
}

const phrase = (text: string, language: Language) =>
  phraseRules()[language].find(({ words }) => matches(text, words))?.topic;

function matches(text: string, words: string): boolean {
  let at = 0;
  return words.split('*').every((part) => {
    at = endOf(part, text, at);
    return at >= 0;
  });
}

const endings = ['', 's', 'x', 'e', 'es'];

/** The end of these whole words, or their plural, in the text; -1 when missing. */
function endOf(words: string, text: string, from: number): number {
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = (text + ' ').indexOf(' ', at + words.length);
    const startsWord = at === 0 || text[at - 1] === ' ';
    const ending = text.slice(at + words.length, end);
    // A word of two letters has no plural here: "hi" is not in "his".
    if (startsWord && (words.length > 2 ? endings.includes(ending) : ending === '')) return end;
  }
  return -1;
}
