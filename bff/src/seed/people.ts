import type { Card } from '@bank/contracts/cards';
import { demonstrationPeople } from '@bank/contracts/demo';
import type { User } from '@bank/contracts/users';
import { maries, pauls, type Habit } from './history';

type Username = (typeof demonstrationPeople)[number]['username'];

export interface Person {
  first_name: string;
  last_name: string;
  /** From the ranges that Arcep reserves for fiction (décision 2018-0881: 01 99 00, 06 39 98 and others). */
  phone: string;
  kyc_status: User['kyc_status'];
  habits: Habit[];
  cards: Pick<Card, 'type' | 'brand' | 'virtual' | 'status'>[];
}

/** Who the people are beyond their sign-in names, and what they did with their accounts. */
export const people: Record<Username, Person> = {
  admin: {
    first_name: 'Claire',
    last_name: 'Fontaine',
    phone: '+33 1 99 00 12 01',
    kyc_status: 'approved',
    habits: [],
    cards: [],
  },
  marie: {
    first_name: 'Marie',
    last_name: 'Lefèvre',
    phone: '+33 6 39 98 10 02',
    kyc_status: 'approved',
    habits: maries,
    cards: [
      { type: 'standard', brand: 'VISA', virtual: false, status: 'active' },
      { type: 'premium', brand: 'Mastercard', virtual: false, status: 'blocked' },
      { type: 'standard', brand: 'Mastercard', virtual: true, status: 'active' },
    ],
  },
  sofia: {
    first_name: 'Sofia',
    last_name: 'Benali',
    phone: '+33 1 99 00 12 03',
    kyc_status: 'approved',
    habits: [],
    cards: [],
  },
  paul: {
    first_name: 'Paul',
    last_name: 'N’Diaye',
    phone: '+33 6 39 98 10 04',
    kyc_status: 'pending',
    habits: pauls,
    cards: [
      { type: 'standard', brand: 'Mastercard', virtual: false, status: 'active' },
      { type: 'elite', brand: 'VISA', virtual: false, status: 'blocked' },
    ],
  },
};
