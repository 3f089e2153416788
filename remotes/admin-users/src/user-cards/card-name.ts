import type { Card } from '@bank/contracts/cards';

/** `VISA ••••7399` */
export const nameOf = ({ brand, card_number: number }: Card) =>
  `${brand} ${number.slice(-4).padStart(8, '•')}`;

/** The text of a card's state; a blocked one names who blocked it. */
export const stateNameOf = ({ state, blocked_by_bank: byBank }: Card) =>
  state === 'blocked' && byBank ? 'state.by_bank' : (`state.${state}` as const);
