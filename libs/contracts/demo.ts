import type { Role } from './permissions';

/** The named people of the demonstration data (wire contract, section 5), in the order of their ids from 1. */
export const demonstrationPeople = [
  { username: 'admin', email: 'admin@bankpcs.example', password: 'Admin-demo-1', role: 'admin' },
  { username: 'marie', email: 'marie@bankpcs.example', password: 'Client-demo-1', role: 'user' },
  { username: 'sofia', email: 'sofia@bankpcs.example', password: 'Admin-demo-2', role: 'admin' },
  { username: 'paul', email: 'paul@bankpcs.example', password: 'Client-demo-2', role: 'user' },
] as const satisfies readonly { username: string; email: string; password: string; role: Role }[];

/** How many of them the sign-in page shows (wire contract, section 5). */
export const shownDemonstrationPeople = 2;

/** The partner of the demonstration data: a fictitious housing association, whose pages the partner site serves. */
export const demonstrationPartner = {
  name: 'Habitat Solidaire des Deux Rives',
  key: 'pk_demo_deux-rives-habitat',
  testKey: 'pk_test_deux-rives-habitat',
} as const;

/** How the network's references of the demonstration's card payments begin: they are older than the network beside it. */
export const pastPurchasePrefix = 'DEMO-';

/** The direct debits of the demonstration's past: how their ids begin, and the world's account that collected them. */
export const pastCollections = {
  prefix: 'DEMO-COLLECTION-',
  account: 'FR6599998000010000000002342',
} as const;
