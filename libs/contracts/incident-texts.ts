import type { Language } from './language';
import en from './locales/incidents.en.json';
import fr from './locales/incidents.fr.json';

const texts: Record<Language, Record<string, string>> = { fr, en };

/** What an incident means, in plain words, by its kind. */
export const incidentText = (kind: string, language: Language): string =>
  texts[language][kind] ?? texts[language].other ?? '';
