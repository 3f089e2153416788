import { type Card, cardTypes, cardBrands, cardStatuses } from '@bank/contracts/cards';
import type { NewCard } from '../money/cards/cards.service';
import type { RandomSource } from '../platform/security/random-source.service';
import names from './data/names.json';
import type { Home, DemoPerson } from './demo-person';
import { timeOfDay } from './timeline';

/** How many customers the demonstration has besides the named people, and the id of the first. */
const customerCount = 200;
const firstId = 5;

const oldestDays = 355;
/** Long enough ago for a submitted and reviewed verification. */
const youngestDays = 3;

/** Customers who are not listed on the sign-in page, in the order in which they joined; none can sign in. */
export function customers(now: Date, random: RandomSource, passwordHash: string): DemoPerson[] {
  return Array.from({ length: customerCount }, (_, at) => {
    const daysAgo = oldestDays - Math.floor((at * (oldestDays - youngestDays)) / (customerCount - 1));
    const first_name = names.first[at % names.first.length] ?? '';
    const last_name = names.last[(at * 7) % names.last.length] ?? '';
    const username = `${plain(first_name)}.${plain(last_name)}`;
    return {
      userId: firstId + at,
      user: {
        username,
        email: `${username}@courriel.example`,
        first_name,
        last_name,
        passwordHash,
        phone: `+33 6 39 98 ${random.digits(2)} ${random.digits(2)}`,
        status: at % 9 === 8 ? 'inactive' : 'active',
      },
      daysAgo,
      joinedAt: timeOfDay(now, daysAgo, random),
      cards: cardsOf(at),
      habits: [],
      kyc: kycOf(at),
      home: homeOf(at, random),
      accountId: 0,
      cardIds: [],
    };
  });
}

/** An active card, and for every fourth customer a second one; together they cover every type, brand and status. */
function cardsOf(at: number): DemoPerson['cards'] {
  const of = <Value>(values: readonly [Value, ...Value[]], step: number) =>
    values[Math.floor(at / step) % values.length] ?? values[0];
  const main = { type: of(cardTypes, 1), brand: of(cardBrands, 3), virtual: at % 5 === 4 };
  const other = { type: of(cardTypes, 4), brand: of(cardBrands, 36), virtual: at % 8 === 0 };
  const status = of(cardStatuses, 12);
  const isEven = at % 8 === 4;
  return [
    { ...main, status: 'active' },
    ...(at % 4 === 0 ? [{ ...other, status, ...fateOf(status, isEven) }] : []),
  ];
}

/** Of every second card: an inactive one was lost, an active one is still on its way. */
function fateOf(status: Card['status'], isEven: boolean): Pick<NewCard, 'ended' | 'delivery'> {
  if (!isEven || status === 'blocked') return {};
  return status === 'inactive' ? { ended: 'lost' } : { delivery: 'shipped' };
}

/** Out of ten: four approved, one rejected, one pending, four without a submission. */
function kycOf(at: number): DemoPerson['kyc'] {
  const step = at % 10;
  if (step < 4) return 'approved';
  return step === 4 ? 'rejected' : step === 5 ? 'pending' : undefined;
}

function homeOf(at: number, random: RandomSource): Home {
  const street = names.streets[at % names.streets.length] ?? '';
  const [postalCode = '', city = ''] = (names.towns[at % names.towns.length] ?? '').split(' ');
  return { address: `${1 + random.below(120)} ${street}`, postalCode, city };
}

/** A name as in usernames: lower case, without accents. */
const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
