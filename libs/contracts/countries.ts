import { ibanCountry } from './iban';
import { compact } from './invisible-marks';

/**
 * Countries that the bank does not serve, neither for payments nor for payees. By decision of the bank: those that the
 * Financial Action Task Force calls for action against (Iran, North Korea, Myanmar; list of October 2025), and those
 * whose banks the restrictive measures of the European Union exclude at large (Belarus, Russia, Syria), with Cuba, which
 * no correspondent bank reaches. Single persons and banks elsewhere are the sanctions list's.
 */
export const countriesNotServed = ['BY', 'CU', 'IR', 'KP', 'MM', 'RU', 'SY'] as const;

const notServed = new Set<string>(countriesNotServed);

/** Whether the bank sends money to a country (ISO 3166, two letters). */
export const isServed = (country: string): boolean => !notServed.has(country);

/** How the banks of a country name a branch among themselves (ISO 20022, external clearing system identification). */
export interface ClearingSystem {
  /** The code of the system in messages. */
  system: string;
  /** As the country's banks call the code; a name, the same in all languages. */
  name: string;
  pattern: RegExp;
  example: string;
}

const systems: Record<string, ClearingSystem> = {
  AU: { system: 'AUNSW', name: 'BSB', pattern: /^\d{6}$/, example: '062000' },
  CA: { system: 'CACPA', name: 'Transit number', pattern: /^\d{9}$/, example: '000305839' },
  GB: { system: 'GBDSC', name: 'Sort code', pattern: /^\d{6}$/, example: '601613' },
  IN: { system: 'INFSC', name: 'IFSC', pattern: /^[A-Z]{4}0[A-Z0-9]{6}$/, example: 'HDFC0000001' },
  NZ: { system: 'NZNCC', name: 'Bank/branch', pattern: /^\d{6}$/, example: '010902' },
  US: { system: 'USABA', name: 'ABA routing number', pattern: /^\d{9}$/, example: '021000021' },
  ZA: { system: 'ZANCC', name: 'Branch code', pattern: /^\d{6}$/, example: '250655' },
};

/** The clearing system of a country, where payments to it name one. */
export const clearingSystemOf = (country: string): ClearingSystem | undefined => systems[country];

/** Whether a compact code is one of its country's clearing system; never where the country has none here. */
export function isClearingCode(country: string, code: string): boolean {
  const system = systems[country];
  return system !== undefined && system.pattern.test(code) && (country !== 'US' || hasRoutingChecksum(code));
}

/** A code without blanks, hyphens and slashes, and in upper case. */
export const compactClearingCode = (typed: string): string =>
  compact(typed).replace(/[/-]/g, '').toUpperCase();

/** ABA routing numbers: the digits, weighted by 3, 7 and 1, sum to a multiple of ten. */
function hasRoutingChecksum(code: string): boolean {
  const weights = [3, 7, 1];
  return [...code].reduce((sum, digit, at) => sum + Number(digit) * (weights[at % 3] ?? 0), 0) % 10 === 0;
}

/** The sort code within a British IBAN; undefined for those of other countries, which route by themselves. */
export const clearingCodeInIban = (iban: string): string | undefined =>
  ibanCountry(iban) === 'GB' ? iban.slice(8, 14) : undefined;

/** Countries without IBANs that payees are offered for, by how often they are paid; others are typed by their letters. */
export const offeredCountries = [
  'US',
  'CA',
  'AU',
  'NZ',
  'IN',
  'ZA',
  'JP',
  'CN',
  'HK',
  'SG',
  'KR',
  'TH',
  'MY',
  'PH',
  'ID',
  'MX',
  'AR',
  'CL',
  'CO',
  'PE',
  'MA',
  'DZ',
  'SN',
  'CI',
  'CM',
  'KE',
  'NG',
  'VN',
] as const;
