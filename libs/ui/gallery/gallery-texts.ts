import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/gallery.en.json';
import fr from '../locales/gallery.fr.json';

/** The gallery's own words; they load with it. */
export const useGalleryTexts = defineTexts('gallery', { fr, en });
