import { bankIdentity } from '@bank/contracts/bank';
import { ibanWith } from '@bank/contracts/iban';

/**
 * French account numbers: an IBAN (ISO 13616-1; country format in the SWIFT IBAN Registry: FR, 2 check digits,
 * bank code 5, branch code 5, account number 11, RIB key 2) that contains a RIB, whose own key follows from
 * 'clé RIB' (Comité français d'organisation et de normalisation bancaires): 97 − (89 × bank + 15 × branch +
 * 3 × account) mod 97.
 */

/** Assigned to no real bank. */
const bankCode = '99999';
const branchCode = '00001';

const accountNumbers = 10n ** 11n;

/** Coprime to 10^11: multiplying by it gives each id a distinct account number, far from its neighbours'. */
const spread = 61_803_398_877n;

/** The IBAN of an account, unique for ids below 10^11. */
export function ibanOf(accountId: number): string {
  const account = ((BigInt(accountId) * spread) % accountNumbers).toString().padStart(11, '0');
  const rib = `${bankCode}${branchCode}${account}`;
  return ibanWith('FR', `${rib}${ribKey(rib)}`);
}

/** Whether an IBAN is of this bank, by its bank code; it need not be of an account. */
export const isOwnIban = (iban: string): boolean => iban.startsWith('FR') && iban.slice(4, 9) === bankCode;

/** Without its branch (ISO 9362). */
const institutionOf = (bic: string) => bic.slice(0, 8);

/** Whether an account is of this bank, by its IBAN, or by the BIC beside another number; it need not exist. */
export const isOwnAccount = (number: string, bic: string | null): boolean =>
  isOwnIban(number) || (bic !== null && institutionOf(bic) === institutionOf(bankIdentity.bic));

/** The check digits of a RIB of bank, branch and account number, all digits. */
export function ribKey(rib: string): string {
  const [bank, branch, account] = [rib.slice(0, 5), rib.slice(5, 10), rib.slice(10, 21)].map(BigInt);
  const key = 97n - ((89n * bank! + 15n * branch! + 3n * account!) % 97n);
  return key.toString().padStart(2, '0');
}
