const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let codes: Map<string, string> | undefined;

/** The two letters of a country (ISO 3166) that is named in French or English, or by them; undefined for another text. */
export function countryCodeOf(typed: string): string | undefined {
  codes ??= allNames();
  return codes.get(plain(typed));
}

function allNames(): Map<string, string> {
  const names = new Map<string, string>();
  for (const language of ['en', 'fr']) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = display.of(code);
      if (name === undefined || !isCountry(code)) continue;
      names.set(plain(code), code).set(plain(name), code);
    }
  }
  return names;
}

/** No code that another has replaced, nor one that ISO 3166 leaves to its users, other than Kosovo's. */
const isCountry = (code: string) =>
  new Intl.Locale('und', { region: code }).region === code &&
  (code === 'XK' || !/^(?:AA|EU|EZ|Q[M-Z]|UN|X[A-Z]|ZZ)$/.test(code));

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
