import { approvedSince } from '../../people/users/validity';
import { requireApproved, roomOf, takeIn } from './levels';
import type { LockedAccount, TransferKind } from './movement';
import { transferKinds } from './movement';
import type { Connection } from '../../platform/database/database';

const account = (changed: Partial<LockedAccount> = {}): LockedAccount => ({
  id: 1001,
  userId: 5,
  kind: 'customer',
  currency: 'EUR',
  balance: 0n,
  held: 0n,
  overdraftLimit: 0n,
  transferLimit: 0n,
  withdrawalLimit: 0n,
  isLimited: true,
  takenIn: 0n,
  approvedAt: null,
  outsideCredits: null,
  ...changed,
});

it('counts money from outside and from other customers, and nothing that is the bank’s or one’s own', () => {
  const counted = transferKinds.filter((kind) => takeIn(account(), kind, 1n).takenIn === 1n);
  expect(counted.sort()).toEqual(['credit', 'deposit', 'transfer']);
});

it('takes in exactly 1 000 euros, whatever the parts', () => {
  let taken = account();
  for (let part = 0; part < 1_000; part += 1) taken = takeIn(taken, 'credit', 100n);
  expect([taken.takenIn, roomOf(taken)]).toEqual([100_000n, 0n]);
  expect(() => takeIn(taken, 'credit', 1n)).toThrow('LIMIT_OF_LEVEL');
  expect(() => takeIn(account(), 'credit', 100_001n)).toThrow('LIMIT_OF_LEVEL');
  expect(takeIn(account(), 'credit', 100_000n).takenIn).toBe(100_000n);
});

it('names the recipient to a sender when the recipient is limited', () => {
  const refused = (kind: TransferKind) => {
    try {
      takeIn(account({ takenIn: 100_000n }), kind, 1n);
    } catch (error) {
      return (error as { level?: unknown }).level;
    }
    return undefined;
  };
  expect(refused('transfer')).toEqual({ limit: 'incoming', whose: 'recipient', required: 'full' });
  expect(refused('deposit')).toEqual({ limit: 'incoming', whose: 'own', required: 'full' });
});

it('takes in nothing in another currency, whose exchange to euros would pass the limit by', () => {
  const dollars = account({ currency: 'USD' });
  expect(roomOf(dollars)).toBe(0n);
  expect(() => takeIn(dollars, 'credit', 1n)).toThrow('LIMIT_OF_LEVEL');
  expect(takeIn(dollars, 'exchange', 5_000n)).toBe(dollars);
});

it('ignores debits, and accounts of approved owners', () => {
  expect(takeIn(account(), 'transfer', -5n).takenIn).toBe(0n);
  expect(takeIn(account({ isLimited: false }), 'credit', 10n ** 9n).takenIn).toBe(0n);
  expect(roomOf(account({ isLimited: false, currency: 'USD' }))).toBeNull();
  expect(roomOf(account({ isLimited: false }))).toBeNull();
});

it.each([
  // Approved on 23 November 2026, in Paris: valid to the end of 22 November 2028.
  ['2026-11-22T23:30:00Z', '2028-11-22T22:59:59Z', true],
  ['2026-11-22T23:30:00Z', '2028-11-22T23:00:00Z', false],
  ['2026-11-22T22:30:00Z', '2028-11-21T23:00:00Z', false],
  // A leap day.
  ['2028-02-29T12:00:00Z', '2030-02-28T12:00:00Z', true],
  ['2028-02-29T12:00:00Z', '2030-02-28T23:30:00Z', false],
])('an identity approved at %s is valid at %s: %s', (approved, now, valid) => {
  expect(new Date(approved) >= approvedSince(new Date(now))).toBe(valid);
});

it('refuses services that need an identity to an unverified person', async () => {
  const empty = { row: () => Promise.resolve(undefined) } as unknown as Connection;
  await expect(requireApproved(empty, 1, 'physical_card', new Date())).rejects.toThrow('LIMIT_OF_LEVEL');
});
