/**
 * The names of the countries that a sanctions list gives for somebody: ISO 3166 codes in either case, separated by
 * semicolons. What is no such code stays as it is, since lists also name former states and regions.
 */
export function listedCountries(codes: string, language: string): string {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  const nameOf = (code: string) => (/^[a-z]{2}$/i.test(code) ? names.of(code.toUpperCase()) : code);
  return codes.split(';').map(nameOf).join(', ');
}
