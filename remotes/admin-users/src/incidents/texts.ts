import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/incidents.en.json';
import fr from '../../locales/incidents.fr.json';

export const useIncidentTexts = defineTexts('admin-incidents', { fr, en });
