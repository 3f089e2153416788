import { demonstrationPeople } from '@bank/contracts/demo';
import type { RandomSource } from '../platform/security/random-source.service';
import { historyDays, mariesHabits, paulsHabits, type Habit } from './history';
import type { Home, DemoPerson } from './demo-person';
import { timeOfDay } from './timeline';

type Username = (typeof demonstrationPeople)[number]['username'];

interface Person {
  first_name: string;
  last_name: string;
  /** From the ranges that Arcep reserves for fiction (décision 2018-0881: 01 99 00, 06 39 98 and others). */
  phone: string;
  kyc: DemoPerson['kyc'];
  habits: Habit[];
  cards: DemoPerson['cards'];
  home: Home;
}

/** The profiles of the people on the sign-in page, and the habits of their accounts. */
const people: Record<Username, Person> = {
  admin: {
    first_name: 'Claire',
    last_name: 'Fontaine',
    phone: '+33 1 99 00 12 01',
    kyc: 'approved',
    home: { address: '4 rue des Archives', postalCode: '75003', city: 'Paris' },
    habits: [],
    cards: [],
  },
  marie: {
    first_name: 'Marie',
    last_name: 'Lefèvre',
    phone: '+33 6 39 98 10 02',
    kyc: 'approved',
    home: { address: '12 rue des Lilas', postalCode: '75011', city: 'Paris' },
    habits: mariesHabits,
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
    kyc: 'approved',
    home: { address: '27 cours Lafayette', postalCode: '69003', city: 'Lyon' },
    habits: [],
    cards: [],
  },
  paul: {
    first_name: 'Paul',
    last_name: 'N’Diaye',
    phone: '+33 6 39 98 10 04',
    kyc: 'approved',
    home: { address: '3 quai de la Fosse', postalCode: '44000', city: 'Nantes' },
    habits: paulsHabits,
    cards: [
      { type: 'standard', brand: 'Mastercard', virtual: false, status: 'active' },
      { type: 'elite', brand: 'VISA', virtual: false, status: 'blocked' },
    ],
  },
};

/** The named people, who joined before everybody else, a day apart; `hashes` are of their passwords. */
export const namedPeople = (now: Date, random: RandomSource, hashes: string[]): DemoPerson[] =>
  demonstrationPeople.map(({ email, username, role }, at) => {
    const { first_name, last_name, phone, ...person } = people[username];
    const daysAgo = historyDays + 4 - at;
    return {
      userId: at + 1,
      user: {
        email,
        username,
        role,
        staff_roles: role === 'admin' ? ['owner'] : [],
        first_name,
        last_name,
        phone,
        passwordHash: hashes[at] ?? '',
      },
      daysAgo,
      joinedAt: timeOfDay(now, daysAgo, random),
      accountId: 0,
      cardIds: [],
      ...person,
    };
  });
