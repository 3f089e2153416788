import type { BothLanguages, StatusComponent } from './incidents';
import type { Language } from './language';
import en from './locales/incidents.en.json';
import fr from './locales/incidents.fr.json';

const texts: Record<Language, Record<string, string>> = { fr, en };

/** The plain-language title of an incident, by its kind. */
export const incidentText = (kind: string, language: Language): string =>
  texts[language][kind] ?? texts[language].other ?? '';

/** The kinds of incidents that customers notice, and where: they are public as soon as the bank finds them. */
export const publicKinds: Partial<Record<string, readonly StatusComponent[]>> = {
  rail_silent: ['payments', 'instant'],
  card_network_silent: ['cards'],
};

/** The public text of an incident of a public kind, or of a recovery. */
export const publicIncidentText = (kind: string): BothLanguages => ({
  fr: texts.fr[`public.${kind}`] ?? '',
  en: texts.en[`public.${kind}`] ?? '',
});
