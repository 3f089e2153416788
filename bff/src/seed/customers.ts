import { cardTypes, cardBrands, cardStatuses } from '@bank/contracts/cards';
import type { Chance } from '../common/chance';
import names from './data/names.json';
import type { Home, Life } from './life';
import { timeOfDay } from './timeline';

/** How many customers the demonstration has beside the named people, and the id of the first. */
export const customerCount = 200;
const firstId = 5;

const oldestDays = 355;
/** Old enough for a verification that was sent and reviewed. */
const youngestDays = 3;

/** Customers without a name on the sign-in page, in the order in which they joined; nobody can sign in as one. */
export function customers(now: Date, chance: Chance, passwordHash: string): Life[] {
  return Array.from({ length: customerCount }, (_, at) => {
    const daysAgo = oldestDays - Math.floor((at * (oldestDays - youngestDays)) / (customerCount - 1));
    const first_name = names.first[at % names.first.length] ?? '';
    const last_name = names.last[(at * 7) % names.last.length] ?? '';
    const username = `${plain(first_name)}.${plain(last_name)}`;
    return {
      userId: firstId + at,
      user: {
        ...{ username, email: `${username}@courriel.example`, first_name, last_name, passwordHash },
        phone: `+33 6 39 98 ${chance.digits(2)} ${chance.digits(2)}`,
        status: at % 9 === 8 ? 'inactive' : 'active',
      },
      daysAgo,
      joinedAt: timeOfDay(now, daysAgo, chance),
      cards: cardsOf(at),
      habits: [],
      kyc: kycOf(at),
      home: homeOf(at, chance),
      accountId: 0,
      cardIds: [],
    };
  });
}

/** An active card, and every fourth customer a second one: together they have every type, brand and status. */
function cardsOf(at: number): Life['cards'] {
  const of = <Value>(values: readonly [Value, ...Value[]], step: number) =>
    values[Math.floor(at / step) % values.length] ?? values[0];
  const main = { type: of(cardTypes, 1), brand: of(cardBrands, 3), virtual: at % 5 === 4 };
  const other = { type: of(cardTypes, 4), brand: of(cardBrands, 36), virtual: at % 8 === 0 };
  return [
    { ...main, status: 'active' },
    ...(at % 4 === 0 ? [{ ...other, status: of(cardStatuses, 12) }] : []),
  ];
}

/** Out of ten: four verified, one refused, one that waits, four that never sent anything. */
function kycOf(at: number): Life['kyc'] {
  const step = at % 10;
  if (step < 4) return 'approved';
  return step === 4 ? 'rejected' : step === 5 ? 'pending' : undefined;
}

function homeOf(at: number, chance: Chance): Home {
  const street = names.streets[at % names.streets.length] ?? '';
  const [postalCode = '', city = ''] = (names.towns[at % names.towns.length] ?? '').split(' ');
  return { address: `${1 + chance.below(120)} ${street}`, postalCode, city };
}

/** Letters without their accents, as usernames have them. */
const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
