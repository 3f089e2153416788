/** An account number in groups of four, as IBANs are printed (ISO 13616-1): `FR76 3000 4000 …`. */
export const inGroupsOfFour = (number: string) => number.replace(/\s/g, '').replace(/.{4}(?=.)/g, '$& ');

/** An account number by its ends, to tell the accounts of one person apart: `FR76 … 4754`. */
export const shortened = (number: string) => `${number.slice(0, 4)} … ${number.slice(-4)}`;
