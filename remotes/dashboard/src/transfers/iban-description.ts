import { compactIban, ibanCountry, ibanFault, type IbanFault } from '@bank/contracts/iban';
import { useTransferTexts } from './texts';

/** Returns the country and the error of an IBAN as typed. */
export function useIbanDescription() {
  const { t, language } = useTransferTexts();
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const textOf = (fault: IbanFault, country: string) =>
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
      /** Further typing cannot correct the error. */
      isComplete: fault?.kind === 'too_long' || fault?.kind === 'check_digits',
      reason: iban && fault ? textOf(fault, country ?? ibanCountry(iban)) : undefined,
    };
  };
}
