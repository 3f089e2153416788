import { defineTexts } from '@bank/i18n/texts';
import en from '../locales/proof.en.json';
import fr from '../locales/proof.fr.json';

/** The texts of the question for a proof, fetched with it. */
export const useProofTexts = defineTexts('proof', { fr, en });
