import { compactIban, ibanCountry, ibanFault, type IbanFault } from '@bank/contracts/iban';
import { useTexts } from '../texts';

/** Says of an IBAN, as typed, of which country it is and what is wrong with it. */
export function useIbanWords() {
  const { t, language } = useTexts();
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const wordsOf = (fault: IbanFault, country: string) =>
    'by' in fault
      ? t(`transfer.iban_${fault.kind}`, { count: fault.by, country, length: fault.length })
      : t(`transfer.iban_${fault.kind}`, { country });
  return (typed: string) => {
    const iban = compactIban(typed);
    const fault = ibanFault(iban);
    const hasCountry = fault?.kind !== 'country' && fault?.kind !== 'characters';
    const country = hasCountry ? names.of(ibanCountry(iban)) : undefined;
    return {
      country,
      isValid: !fault,
      /** Nothing more has to be typed for the fault to be one. */
      isComplete: fault?.kind === 'too_long' || fault?.kind === 'check_digits',
      reason: iban && fault ? wordsOf(fault, country ?? ibanCountry(iban)) : undefined,
    };
  };
}
