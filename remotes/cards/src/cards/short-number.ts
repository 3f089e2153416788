import type { Card } from '@bank/contracts/cards';

/** The last digits of a card number: `••••7399`. */
export const shortNumber = ({ card_number: number }: Card) => number.slice(-4).padStart(8, '•');
