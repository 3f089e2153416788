/** An account number as people read it: `FR76 3000 4000 …`, the way IBANs are printed (ISO 13616-1). */
export const inGroupsOfFour = (number: string) => number.replace(/\s/g, '').replace(/.{4}(?=.)/g, '$& ');
