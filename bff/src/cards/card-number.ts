import type { Card } from '@bank/contracts/cards';
import type { Chance } from '../common/chance';

/**
 * The first digits of the numbers that the card networks publish for tests (4111 1111 1111 1111 and
 * 5555 5555 5555 4444): no issuer hands them out, so ours can never be somebody's real card.
 */
const testIssuer: Record<Card['brand'], string> = { VISA: '411111', Mastercard: '555555' };

const drawnDigits = 9;

/** A card number of 16 digits, drawn by lot, with its check digit (ISO/IEC 7812-1, annex B). */
export function drawCardNumber(brand: Card['brand'], chance: Chance): string {
  const payload = testIssuer[brand] + chance.digits(drawnDigits);
  return payload + luhnDigit(payload);
}

/** The digit that closes a number by the Luhn formula (ISO/IEC 7812-1, annex B). */
export function luhnDigit(payload: string): string {
  const sum = [...payload].reverse().reduce((total, digit, position) => {
    const weighted = Number(digit) * (position % 2 === 0 ? 2 : 1);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** How a number is shown: only its last four digits. */
export const maskedNumber = (lastFour: string) => `**** **** **** ${lastFour}`;
