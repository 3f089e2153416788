import { ibanCountry } from '@bank/contracts/iban';
import names from './data/bank-names.json';

/** The length of the bank code in the IBANs of a country (SWIFT IBAN Registry). */
const codeLengths: Record<string, number> = { DE: 8, ES: 4, FR: 5, GB: 4, NL: 4 };

/** The name of the bank that holds an account, by its IBAN, for the banks that are listed; otherwise null. */
export function bankNameOf(iban: string): string | null {
  const country = ibanCountry(iban);
  const code = iban.slice(4, 4 + (codeLengths[country] ?? 0));
  return (names as Record<string, string>)[`${country}${code}`] ?? null;
}
