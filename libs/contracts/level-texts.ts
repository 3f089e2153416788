import type { Language } from './language';
import type { LevelRefusal } from './levels';
import en from './locales/levels.en.json';
import fr from './locales/levels.fr.json';

type TextKey = keyof typeof fr;
const texts: Record<Language, Record<TextKey, string>> = { fr, en };

/** Why a level refuses an order, and what lifts it, in a person's words. */
export const levelText = ({ limit, whose }: LevelRefusal, language: Language): string =>
  texts[language][whose === 'recipient' ? 'recipient' : limit];
