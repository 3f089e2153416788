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
const state = 'UTO';
const lineLength = 30;

/** The three lines of a card's machine-readable zone (ICAO 9303, part 5: TD1). */
export function machineReadableZone({
  firstName,
  lastName,
  birthDate,
  expiryDate,
  cardNumber,
}: CardHolder): string[] {
  const number = withDigit(cardNumber);
  const [born, expires] = [birthDate, expiryDate].map((day) => withDigit(day.slice(2).replaceAll('-', '')));
  const first = `I<${state}${number}`.padEnd(lineLength, '<');
  const second = `${born}<${expires}${state}`.padEnd(lineLength - 1, '<');
  const checked = first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18);
  const name = `${letters(lastName)}<<${letters(firstName)}`.padEnd(lineLength, '<').slice(0, lineLength);
  return [first, second + checkDigit(checked), name];
}

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
