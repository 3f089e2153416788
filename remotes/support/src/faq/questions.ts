import { currencies } from '@bank/contracts/currencies';
import type { Language } from '@bank/contracts/language';
import { defineTexts } from '@bank/i18n/texts';
import { allFacts } from '../all-facts';
import { fold } from '../fold';
import type { Screen } from '../links';
import en from './questions.en.json';
import fr from './questions.fr.json';

/** Separate from the remote's other texts, which every page of the shell loads. */
export const useQuestionTexts = defineTexts('support-faq', { fr, en });

export const categories = ['account', 'cards', 'transactions', 'kyc', 'security', 'technical'] as const;
export type Category = (typeof categories)[number];

type QuestionId = keyof typeof fr extends infer Key
  ? Key extends `${infer Id}.question`
    ? Id
    : never
  : never;

interface Entry {
  id: QuestionId;
  category: Category;
  screens: Screen[];
}

/** The fifteen questions of specification 2, section 2, in reading order, and the screens that they link to. */
export const entries: readonly Entry[] = [
  { id: 'account-creation', category: 'account', screens: ['signup', 'kyc', 'balance'] },
  { id: 'password-recovery', category: 'account', screens: ['forgotPassword'] },
  { id: 'profile-changes', category: 'account', screens: ['settings'] },
  { id: 'card-types', category: 'cards', screens: ['cards'] },
  { id: 'card-order', category: 'cards', screens: ['overview', 'settings'] },
  { id: 'card-unblock', category: 'cards', screens: ['cards', 'contact'] },
  { id: 'transfers', category: 'transactions', screens: ['overview'] },
  { id: 'history', category: 'transactions', screens: ['transactions'] },
  { id: 'fees', category: 'transactions', screens: ['pricing'] },
  { id: 'kyc', category: 'kyc', screens: ['kyc'] },
  { id: 'kyc-delay', category: 'kyc', screens: ['kyc'] },
  { id: 'data-protection', category: 'security', screens: ['settings', 'contact'] },
  { id: 'two-factor', category: 'security', screens: ['settings'] },
  { id: 'technical-problems', category: 'technical', screens: ['transactions', 'contact'] },
  { id: 'devices', category: 'technical', screens: ['settings'] },
];

export interface Question extends Entry {
  question: string;
  answer: string;
  tags: string[];
}

/** The questions in the language of `t`, with their facts filled in. */
export function questionsIn(language: Language, t: typeof useQuestionTexts.translate): Question[] {
  const facts = Object.assign(allFacts(language), { currencies: currencies.join(', ') });
  return entries.map((entry) => ({
    ...entry,
    question: t(`${entry.id}.question`),
    answer: t(`${entry.id}.answer`, facts),
    tags: t(`${entry.id}.tags`).split(', '),
  }));
}

/** Whether every typed word occurs in the question, its answer or its tags. */
export function matches({ question, answer, tags }: Question, search: string): boolean {
  const words = fold(search);
  if (words === '') return true;
  const text = fold([question, answer, ...tags].join(' '));
  return words.split(' ').every((word) => text.includes(word));
}
