import type { Card } from '@bank/contracts/cards';

/** How people tell their cards apart: `••••7399`. */
export const shortNumber = ({ card_number: number }: Card) => number.slice(-4).padStart(8, '•');
