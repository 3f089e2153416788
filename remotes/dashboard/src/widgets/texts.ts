import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/widgets.en.json';
import fr from '../../locales/widgets.fr.json';

/** Of the frames on partners' pages, which load no other texts of this remote. */
export const useWidgetTexts = defineTexts('dashboard-widgets', { fr, en });
