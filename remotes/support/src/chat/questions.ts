import type { Language } from '@bank/contracts/language';
import { lazy } from '@bank/i18n/lazy';
import { defineTexts } from '@bank/i18n/texts';
import { fold } from '../fold';
import { screens, type Screen } from '../links';
import en from './questions.en.json';
import fr from './questions.fr.json';
import { type KeywordTopic, keywordRules } from './replies';
import { isSameWord } from './typing';

/** Newcomers' questions, with answers; loaded with the first message, since most visitors write none. */
export const useQuestionTexts = defineTexts('support-questions', { fr, en });

export type QuestionId = keyof typeof fr extends infer Key
  ? Key extends `${infer Id}.ask`
    ? Id
    : never
  : never;

/** Places that only these answers link to, with labels `place.<name>`. */
const ownPlaces = {
  blockCard: '/dashboard/cards',
  challenges: '/dashboard/cards/payments-to-confirm',
  directDebits: '/dashboard/direct-debits',
  purchases: '/dashboard/cards/purchases',
} as const;
type OwnPlace = keyof typeof ownPlaces;

/** The screens that an answer links to, in this order. */
export const placesOf: Record<QuestionId, readonly (Screen | OwnPlace)[]> = {
  benefits: ['balance'],
  'card-abroad': ['cards', 'faqFees'],
  'card-activate': ['cards'],
  'card-confirm': ['challenges', 'contact'],
  'card-contactless': ['cards'],
  'card-declined': ['purchases', 'cards'],
  'card-late': ['cards', 'contact'],
  'card-lost': ['blockCard', 'contact'],
  'card-number': ['cards'],
  'card-pin-blocked': ['cards'],
  'card-pin-forgotten': ['cards'],
  'card-raise-limit': ['cards'],
  'card-stolen': ['blockCard', 'contact'],
  'card-swallowed': ['blockCard', 'contact'],
  'card-virtual': ['cards'],
  'cash-in': ['balance'],
  'cash-out': ['cards'],
  cheque: ['contact'],
  'code-missing': ['settings', 'contact'],
  'direct-debit-refuse': ['directDebits'],
  dollars: ['balance'],
  'email-missing': ['settings', 'contact'],
  'identity-before': ['kyc'],
  'identity-blurred': ['kyc'],
  'identity-expired': ['kyc', 'contact'],
  'identity-name': ['settings'],
  'identity-refused': ['kyc', 'contact'],
  language: ['settings'],
  loan: ['contact'],
  'money-in': ['overview'],
  'money-safe': ['faqData'],
  'no-smartphone': ['settings'],
  'open-banned': ['signup'],
  'open-child': ['contact'],
  'open-company': ['contact'],
  'open-deposit': ['signup'],
  'open-foreigner': ['signup', 'faqKyc'],
  'open-income': ['signup'],
  'open-joint': ['overview'],
  'open-no-address': ['faqKyc', 'contact'],
  'open-papers': ['signup', 'faqKyc'],
  'open-refused': ['signup'],
  overdraft: ['balance'],
  passkey: ['settings'],
  'phone-changed': ['settings'],
  'phone-lost': ['login', 'contact'],
  rib: ['balance'],
  salary: ['balance'],
  savings: ['contact'],
  'scam-call': ['blockCard', 'contact'],
  'send-family-abroad': ['overview', 'faqTransfers'],
  'send-friend': ['overview'],
  'sent-wrong': ['transactions', 'contact'],
  'shared-phone': ['settings'],
  'shop-no-refund': ['transactions'],
  'standing-order': ['scheduled'],
  statement: ['transactions'],
  'stranger-signed-in': ['settings', 'contact'],
  'transfer-cancel': ['transactions'],
  'transfer-missing': ['transactions', 'contact'],
  'transfer-waiting': ['transactions'],
  'username-forgotten': ['login'],
  'weekly-fee': ['pricing'],
};

export const isOwnPlace = (place: Screen | OwnPlace): place is OwnPlace => place in ownPlaces;
export const addressOf = (place: Screen | OwnPlace): string =>
  isOwnPlace(place) ? ownPlaces[place] : screens[place];

export const questionIds = Object.keys(placesOf) as QuestionId[];

/** Words that say nothing about what is asked. */
const small: Record<Language, ReadonlySet<string>> = {
  fr: new Set(
    (
      'a ai ait as au aux avec avez avoir c ca ce cela ces cest comment d dans de des du elle en est et etes eu faire fait faut il ' +
      'ils j je jai l la le les leur lui m ma mais me mes moi mon n ne nos notre nous on ou par pas peut plus pour pourquoi puis ' +
      'qu que quel quelle quelles quels qui quoi s sa se ses si son sont suis sur t ta te toi ton tu un une vers veux voici votre ' +
      'vos vous y bonjour merci svp peux est-ce'
    ).split(' '),
  ),
  en: new Set(
    (
      'a am an and are as at be been by can could did do does for from had has have hello help how i if in into is it its me my ' +
      'of on or our please she so that the their them there they this to want was we what when which who why will with would ' +
      'you your s t ll ve re m'
    ).split(' '),
  ),
};

interface Asking {
  id: QuestionId;
  words: string[];
}

interface Index {
  askings: Asking[];
  /** The more questions have a word, the less it counts. */
  weightOf: (word: string) => number;
}

const wordsOf = (text: string, language: Language): string[] => [
  ...new Set(
    fold(text)
      .split(' ')
      .filter((word) => word && !small[language].has(word)),
  ),
];

function indexOf(language: Language): Index {
  const texts: Record<string, string> = { fr, en }[language];
  const askings = questionIds.flatMap((id) =>
    (texts[`${id}.ask`] ?? '').split('|').map((asking) => ({ id, words: wordsOf(asking, language) })),
  );
  const counts = new Map<string, number>();
  for (const { words } of askings) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { askings, weightOf: (word) => 1 / Math.sqrt(counts.get(word) ?? 1) };
}

const indexes = { fr: lazy(() => indexOf('fr')), en: lazy(() => indexOf('en')) };

/** Of the words of a question, and of what was typed, at least this much is in the other. */
const share = 0.6;
/** A long story is no single question. */
const mostWords = 40;

/** The newcomers' question that a message asks, typing errors tolerated; undefined when none is close. */
export function questionOf(message: string, language: Language): QuestionId | undefined {
  const { askings, weightOf } = indexes[language]();
  const typed = wordsOf(message, language).slice(0, mostWords);
  let best: { id: QuestionId; score: number } | undefined;
  for (const { id, words } of askings) {
    const met = words.filter((word) => typed.some((other) => isSameWord(word, other)));
    // One word of several is a keyword, whose answers are the specification's.
    if (met.length < Math.min(2, words.length)) continue;
    const known = sum(met, weightOf) / sum(words, weightOf);
    const asked = met.length / typed.length;
    const score = known + asked;
    if (known >= share && asked >= share && score > (best?.score ?? 0)) best = { id, score };
  }
  return best?.id;
}

const sum = (words: string[], weightOf: (word: string) => number) =>
  words.reduce((total, word) => total + weightOf(word), 0);

/** The keyword, of one word or of several in a row, that was typed but for typing errors; undefined when none was. */
export function closeTopicOf(message: string, language: Language): KeywordTopic | undefined {
  const typed = fold(message).split(' ').slice(0, mostWords);
  const isTyped = (words: string[]) =>
    typed.some((_word, at) => words.every((word, next) => isSameWord(word, typed[at + next] ?? '')));
  return keywordRules()[language].find(({ words }) => isTyped(words.split(' ')))?.topic;
}
