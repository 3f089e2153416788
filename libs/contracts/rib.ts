/** The parts of a French account number, as a RIB lists them (Comité français d'organisation et de normalisation bancaires). */
export interface RibParts {
  bankCode: string;
  branchCode: string;
  accountNumber: string;
  /** The check digits, two. */
  key: string;
}

const frenchIban = /^FR\d{2}(\d{5})(\d{5})([\dA-Z]{11})(\d{2})$/;

/** The RIB within a compact French IBAN; undefined for an IBAN of another form. */
export function ribParts(iban: string): RibParts | undefined {
  const [, bankCode, branchCode, accountNumber, key] = frenchIban.exec(iban) ?? [];
  if (!bankCode || !branchCode || !accountNumber || !key) return undefined;
  return { bankCode, branchCode, accountNumber, key };
}
