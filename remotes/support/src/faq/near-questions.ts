import MiniSearch, { type SearchResult } from 'minisearch';
import { type Language, languages } from '@bank/contracts/language';
import { lazy } from '@bank/i18n/lazy';
import { fold } from '../fold';
import questionsEn from './questions.en.json';
import questionsFr from './questions.fr.json';

/** The number of words that are searched, since a pasted text may be long. */
const mostWords = 20;

/** Below the best one's score, a question is about something else. */
const leastShare = 0.5;

/** Words of a question that say nothing of its subject. */
const common: Record<Language, string> = {
  fr: 'je tu il elle on nous vous me te se moi le la les l un une des du de d a au aux en et ou mais que qui quoi quel quelle quels quelles comment pourquoi quand est ce c qu ne pas n y sur dans pour par avec sans mon ma mes votre vos ton ta j ai suis etes avez puis peut peux faire fait etre avoir veux voudrais bonjour svp merci plus temps si cette cet ces son sa ses leur',
  en: 'i you he she it we they me my mine your our the a an of to in on at for from with without and or but what which who how why when where is are am be do does did can could would should will have has had not no this that these those there please hello thanks more time if get got want need make',
};
const commonWords = lazy(() => new Set(Object.values(common).flatMap((words) => words.split(' '))));

const texts = { fr: questionsFr, en: questionsEn };
const ids = Object.keys(questionsFr).flatMap((key) => /^(.+)\.question$/.exec(key)?.[1] ?? []);

interface Indexed {
  id: string;
  question: string;
  tags: string;
  answer: string;
}

/** The questions in both languages: people do not always write in the language of the page. */
const index = lazy(() => {
  const search = new MiniSearch<Indexed>({
    fields: ['question', 'tags', 'answer'],
    tokenize: (text) => fold(text).split(' '),
    processTerm: (term) => (term.length < 2 || commonWords().has(term) ? null : stem(term)),
  });
  for (const language of languages) {
    const of = texts[language] as Record<string, string>;
    const part = (id: string, name: string) => of[`${id}.${name}`] ?? '';
    search.addAll(
      ids.map((id) => ({
        id: `${language} ${id}`,
        question: part(id, 'question'),
        tags: part(id, 'tags'),
        answer: part(id, 'answer').replace(/\{\{\w+\}\}/g, ''),
      })),
    );
  }
  return search;
});

/** Without the ending of a plural. */
const stem = (word: string) => (word.length > 4 ? word.replace(/(?:es|s|x)$/, '') : word);

/**
 * The ids of the questions of the FAQ that words are about, the best first. Words may be mistyped by one letter in five, and be
 * in either language; one that only occurs within an answer finds nothing by itself.
 */
export function nearQuestions(message: string, language: Language): string[] {
  const words = [...new Set(fold(message).split(' '))].slice(0, mostWords);
  const found = index().search(words.join(' '), {
    fuzzy: (term) => (term.length > 3 ? 0.2 : false),
    prefix: (term) => term.length > 4,
    boost: { question: 3, tags: 4, answer: 0.5 },
    boostDocument: (id) => (String(id).startsWith(language) ? 1.5 : 1),
  });
  const named = found.filter(isNamed);
  const [best] = named;
  if (!best) return [];
  const near = named.filter(({ score }) => score >= best.score * leastShare);
  return [...new Set(near.map(({ id }) => questionOf(id)))];
}

/** Whether a word was found in the question or its tags. */
const isNamed = ({ match }: SearchResult) =>
  Object.values(match).some((fields) => fields.includes('question') || fields.includes('tags'));

const questionOf = (id: unknown) => String(id).split(' ')[1] ?? '';
