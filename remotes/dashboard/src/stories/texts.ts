import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/stories.en.json';
import fr from '../../locales/stories.fr.json';

export const useStoryTexts = defineTexts('dashboard-stories', { fr, en });
