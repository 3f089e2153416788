import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/measurements.en.json';
import fr from '../../locales/measurements.fr.json';

/** Loaded separately, since this view is opened less often. */
export const useMeasurementTexts = defineTexts('admin-users-measurements', { fr, en });
