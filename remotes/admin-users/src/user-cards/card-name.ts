import type { Card } from '@bank/contracts/cards';

/** `VISA ••••7399` */
export const nameOf = ({ brand, card_number: number }: Card) =>
  `${brand} ${number.slice(-4).padStart(8, '•')}`;
