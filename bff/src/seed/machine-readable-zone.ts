/** The holder's data in the zone of a card; days as `2026-11-21`. */
export interface CardHolder {
  firstName: string;
  lastName: string;
  birthDate: string;
  expiryDate: string;
  /** Nine letters and digits. */
  cardNumber: string;
}

/** The code of Utopia, which ICAO reserves for specimens. */
const utopia = 'UTO';

/** The three lines of a card's machine-readable zone (ICAO 9303, part 5: TD1). */
export function machineReadableZone(holder: CardHolder, state = utopia): string[] {
  const [born, expires] = daysOf(holder);
  const first = padded(`I<${state}${withDigit(holder.cardNumber)}`, 30);
  const second = padded(`${born}<${expires}${state}`, 29);
  const checked = first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18);
  return [first, second + checkDigit(checked), namesOf(holder, 30)];
}

/** The two lines of a passport (part 4: TD3, 44 characters) or of a larger card (part 6: TD2, 36 characters). */
export function twoLineZone(holder: CardHolder, state: string, length: 36 | 44): string[] {
  const [born, expires] = daysOf(holder);
  const first = padded(`${length === 44 ? 'P<' : 'I<'}${state}${namesOf(holder, length - 5)}`, length);
  const second = padded(`${withDigit(holder.cardNumber)}${state}${born}<${expires}`, length - 1);
  const known = length === 44 ? `${second.slice(0, 42)}<` : second;
  const checked = known.slice(0, 10) + known.slice(13, 20) + known.slice(21);
  return [first, known + checkDigit(checked)];
}

/** The two lines of a French identity card of before 2021; `issued` is its first day. */
export function frenchCardZone(
  { firstName, lastName, birthDate, cardNumber }: Omit<CardHolder, 'expiryDate'>,
  issued: string,
  sex: 'F' | 'M',
): string[] {
  const first = `IDFRA${padded(letters(lastName), 25)}${cardNumber.slice(0, 3)}${padded('', 3)}`;
  const number = withDigit(yymmdd(issued).slice(0, 4) + cardNumber.slice(0, 3) + cardNumber.slice(3, 8));
  const names = padded(letters(firstName).replaceAll(/<+/g, '<<'), 14);
  const second = `${number}${names}${withDigit(yymmdd(birthDate))}${sex}`;
  return [first, second + checkDigit(first + second)];
}

const padded = (text: string, length: number) => text.padEnd(length, '<').slice(0, length);

const yymmdd = (day: string) => day.slice(2).replaceAll('-', '');

const daysOf = ({ birthDate, expiryDate }: CardHolder) =>
  [withDigit(yymmdd(birthDate)), withDigit(yymmdd(expiryDate))] as const;

const namesOf = ({ firstName, lastName }: CardHolder, length: number) =>
  padded(`${letters(lastName)}<<${letters(firstName)}`, length);

/** Weights 7, 3, 1; letters count from 10, the filler 0 (ICAO 9303, part 3, 4.9). */
export function checkDigit(text: string): string {
  const sum = [...text].reduce((total, character, at) => {
    const value = character === '<' ? 0 : Number.parseInt(character, 36);
    return total + value * ([7, 3, 1][at % 3] ?? 0);
  }, 0);
  return String(sum % 10);
}

const withDigit = (text: string) => text + checkDigit(text);

const letters = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\p{M}’']/gu, '')
    .toUpperCase()
    .replace(/[^A-Z]/g, '<');
