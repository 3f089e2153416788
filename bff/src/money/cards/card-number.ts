import type { Card } from '@bank/contracts/cards';
import type { RandomSource } from '../../platform/security/random-source.service';

/**
 * The first digits of the card networks' published test numbers (4111 1111 1111 1111 and 5555 5555 5555 4444), which no
 * issuer uses for real cards.
 */
const testIssuer: Record<Card['brand'], string> = { VISA: '411111', Mastercard: '555555' };

const randomDigits = 9;

/** A random card number of 16 digits with its check digit (ISO/IEC 7812-1, annex B). */
export function randomCardNumber(brand: Card['brand'], random: RandomSource): string {
  const payload = testIssuer[brand] + random.digits(randomDigits);
  return payload + luhnDigit(payload);
}

/** The check digit of a number by the Luhn formula (ISO/IEC 7812-1, annex B). */
export function luhnDigit(payload: string): string {
  const sum = [...payload].reverse().reduce((total, digit, position) => {
    const weighted = Number(digit) * (position % 2 === 0 ? 2 : 1);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** A card number for display, with only its last four digits. */
export const maskedNumber = (lastFour: string) => `**** **** **** ${lastFour}`;
