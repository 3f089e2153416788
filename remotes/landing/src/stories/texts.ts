import en from '../../locales/stories.en.json';
import fr from '../../locales/stories.fr.json';

/** In both languages, as an incident's words are. */
export const wordsOf = (name: keyof typeof fr) => ({ fr: fr[name], en: en[name] });
