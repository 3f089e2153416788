import { ibanWith } from '@bank/contracts/iban';

/**
 * Who an account belongs to. `settlement` is the bank's own at the clearing house, `cards` its own at the card network,
 * `cardholders` that of all who pay by a card of another bank.
 */
export type AccountKind =
  | 'person'
  | 'shop'
  | 'authority'
  | 'anybody'
  | 'settlement'
  | 'cards'
  | 'cardholders';

/**
 * What the bank of an account answers to a payment: it settles, rejects it (closed AC04, unknown AC01, blocked AC06,
 * forbids MS03), settles it and returns the money, settles it without an answer or with a late one, or asks a person.
 */
export const behaviours = [
  'settles',
  'closed',
  'unknown',
  'blocked',
  'forbids',
  'returns',
  'silent',
  'late',
  'asks',
] as const;
export type Behaviour = (typeof behaviours)[number];

/** An account's bank's answer to a recall. */
export type RecallBehaviour = 'accepts' | 'refuses' | 'asks';

/** A made-up holder. Money is made up as well: an account may fall below zero. */
export interface Holder {
  iban: string;
  holder: string;
  bic: string;
  kind: AccountKind;
  behaviour: Behaviour;
  recalls: RecallBehaviour;
  /** The SEPA creditor identifier of who collects direct debits. */
  creditorId?: string;
  /** Minor units. */
  opening: bigint;
}

/** The world's banks by country, with the digits or letters that begin an account number of theirs. None is real. */
const banks: Record<string, { bic: string; account: (number: string) => string }> = {
  FR: { bic: 'FLEUFRP1XXX', account: (number) => `9999800001${number.padStart(11, '0')}42` },
  DE: { bic: 'ELBEDEH1XXX', account: (number) => `99999980${number.padStart(10, '0')}` },
  BE: { bic: 'DYLEBEB1XXX', account: (number) => `998${number.padStart(9, '0')}` },
  NL: { bic: 'MAASNL21XXX', account: (number) => `MAAS${number.padStart(10, '0')}` },
  ES: { bic: 'EBROESM1XXX', account: (number) => `99980001${number.padStart(12, '0')}` },
  IT: { bic: 'ARNOITM1XXX', account: (number) => `X9999800001${number.padStart(12, '0')}` },
  PT: { bic: 'TEJOPTP1XXX', account: (number) => `99980001${number.padStart(13, '0')}` },
  AT: { bic: 'DONAATW1XXX', account: (number) => `99998${number.padStart(11, '0')}` },
  GR: { bic: 'NESTGRA1XXX', account: (number) => `9980001${number.padStart(16, '0')}` },
  PL: { bic: 'ODRAPLP1XXX', account: (number) => `99980001${number.padStart(16, '0')}` },
  FI: { bic: 'KEMIFIH1XXX', account: (number) => `998001${number.padStart(8, '0')}` },
  IE: { bic: 'LIFFIE21XXX', account: (number) => `LIFF999800${number.padStart(8, '0')}` },
  LU: { bic: 'SURELUL1XXX', account: (number) => `998${number.padStart(13, '0')}` },
};

const elsewhere = { bic: 'WELTXX21XXX' };

/** The BIC of the world's bank in an account's country; one BIC for countries without a bank here. */
const bicOf = (iban: string): string => (banks[iban.slice(0, 2)] ?? elsewhere).bic;

type Traits = Partial<Pick<Holder, 'behaviour' | 'recalls' | 'creditorId'>>;

function holder(
  kind: AccountKind,
  country: string,
  number: string,
  name: string,
  traits: Traits = {},
): Holder {
  const bank = banks[country];
  if (!bank) throw new Error(`the world has no bank in ${country}`);
  return {
    iban: ibanWith(country, bank.account(number)),
    holder: name,
    bic: bank.bic,
    kind,
    behaviour: 'settles',
    recalls: 'accepts',
    opening: openings[kind],
    ...traits,
  };
}

const openings: Record<AccountKind, bigint> = {
  person: 480_000n,
  shop: 6_250_000n,
  authority: 90_000_000_000n,
  anybody: 0n,
  settlement: 0n,
  cards: 0n,
  cardholders: 0n,
};

/** The bank's accounts with the clearing house and the card network. */
export const bankAccounts: readonly Holder[] = [
  holder('settlement', 'FR', '1', 'Chambre de compensation, compte de Bank PCS'),
  holder('cards', 'FR', '2', 'Réseau de cartes, compte de Bank PCS'),
  holder('cardholders', 'BE', '3', 'Porteurs de cartes'),
];

/** The people, shops and authorities of the page; the behaviours are for who tests how payments end. */
export const people: readonly Holder[] = [
  holder('person', 'FR', '11', 'Élodie Marchand'),
  holder('person', 'DE', '12', 'Jürgen Weiß', { recalls: 'asks' }),
  holder('person', 'GR', '13', 'Σοφία Παπαδοπούλου'),
  holder('person', 'PL', '14', 'Stanisław Żółkiewski', { recalls: 'refuses' }),
  holder('shop', 'FR', '21', 'Boulangerie du Vieux-Port'),
  holder('shop', 'NL', '22', 'Fietsen Van den Berg B.V.'),
  holder('shop', 'FR', '23', 'Énergie du Fleuve', { creditorId: 'FR67ZZZ998001' }),
  holder('shop', 'BE', '24', 'Téléphonie Zéphyr', { creditorId: 'BE59ZZZ0998000124' }),
  holder('authority', 'FR', '31', 'Caisse des familles de Port-Élise'),
  holder('person', 'ES', '41', 'Lucía Fernández Ruiz', { behaviour: 'returns' }),
  holder('shop', 'IT', '42', 'Officina Bellini S.r.l.', { behaviour: 'blocked' }),
  holder('person', 'AT', '43', 'Ernst Huber', { behaviour: 'closed' }),
  holder('person', 'IE', '44', 'Aoife Ní Bhriain', { behaviour: 'unknown' }),
  holder('person', 'LU', '45', 'Claude Wagener', { behaviour: 'forbids' }),
  holder('person', 'PT', '46', 'João Carvalho', { behaviour: 'silent' }),
  holder('person', 'FI', '47', 'Päivi Mäkelä', { behaviour: 'late' }),
  holder('shop', 'FR', '48', 'Atelier Perret', { behaviour: 'asks', recalls: 'asks' }),
];

/** A holder for a valid IBAN that is new to the world, named as in the payment. */
export const anybody = (iban: string, name: string): Holder => ({
  iban,
  holder: name.slice(0, 140) || iban,
  bic: bicOf(iban),
  kind: 'anybody',
  behaviour: 'settles',
  recalls: 'accepts',
  opening: 0n,
});
