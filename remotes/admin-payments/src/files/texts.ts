import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/files.en.json';
import fr from '../../locales/files.fr.json';

/** Separate from the texts of the first page. */
export const useFileTexts = defineTexts('admin-payments-files', { fr, en });

const faults = ['AG03', 'AM02', 'AM03', 'AM10', 'AM18', 'DS0F', 'FF01'] as const;
const returns = ['AC01', 'AC04', 'AM01', 'AM02', 'AM03'] as const;

/** The words for the reason codes (ISO 20022) of a file that is refused, and of a credit that goes back. */
export function useReasonTexts() {
  const { t } = useFileTexts();
  return {
    faultText: (code: string) => {
      const known = faults.find((each) => each === code);
      return known ? t('fault_value', { text: t(`fault_${known}`), code }) : code;
    },
    returnText: (code: string) => {
      const known = returns.find((each) => each === code);
      return known ? t('fault_value', { text: t(`return_${known}`), code }) : undefined;
    },
  };
}
