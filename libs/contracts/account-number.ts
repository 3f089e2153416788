/** An account number in groups of four, as IBANs are printed (ISO 13616-1): `FR76 3000 4000 …`. */
export const inGroupsOfFour = (number: string) => number.replace(/\s/g, '').replace(/.{4}(?=.)/g, '$& ');
