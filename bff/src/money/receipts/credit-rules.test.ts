import { largestMinor } from '@bank/contracts/money';
import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import { bankAccounts, settlementOf } from '../ledger/bank-accounts';
import type { LockedAccount } from '../ledger/movement';
import { Headroom } from './credit-rules';

const account = { id: 1001, currency: 'EUR', isOpen: true } as const;
const locked = (balances: [number, bigint][]) =>
  new Map(balances.map(([id, balance]) => [id, { id, balance } as LockedAccount]));
const message = { inFile: false };
const creditOf = (minor: bigint, currency = 'EUR') => ({ amount: { minor, currency } }) as CreditTransfer;

it('refuses credits above the largest balance, and accepts smaller ones that still fit', () => {
  const headroom = new Headroom(locked([[1001, largestMinor - 100n]]), message);
  expect(headroom.admit(creditOf(60n), account)).toBeNull();
  expect(headroom.admit(creditOf(60n), account)).toBe('AM02');
  expect(headroom.admit(creditOf(40n), account)).toBeNull();
  expect(headroom.admit(creditOf(1n), account)).toBe('AM02');
});

it('refuses what no amount of the API could show in a currency without decimals', () => {
  const yen = { id: 1003, currency: 'JPY', isOpen: true } as const;
  const most = largestMinor / 100n;
  const headroom = new Headroom(locked([[1003, most - 5n]]), message);
  expect(headroom.admit(creditOf(12_000_000_000_000n, 'JPY'), yen)).toBe('AM02');
  expect(headroom.admit(creditOf(6n, 'JPY'), yen)).toBe('AM02');
  expect(headroom.admit(creditOf(5n, 'JPY'), yen)).toBeNull();
  expect(headroom.admitToSuspense(creditOf(most, 'JPY'))).toBe(false);
});

it('never lets the settlement account fall below its own smallest balance', () => {
  const headroom = new Headroom(locked([[bankAccounts.settlement, -largestMinor + 5n]]), message);
  expect(headroom.admitToSuspense(creditOf(3n))).toBe(true);
  expect(headroom.admit(creditOf(3n), account)).toBe('AM02');
  expect(headroom.admitToSuspense(creditOf(3n))).toBe(false);
});

it('admits a currency to its own accounts only, and counts each over its own settlement account', () => {
  const dollars = { id: 1002, currency: 'USD', isOpen: true } as const;
  const headroom = new Headroom(locked([[settlementOf('USD'), -largestMinor + 5n]]), message);
  expect(headroom.admit(creditOf(3n, 'USD'), account)).toBe('AM03');
  expect(headroom.admit(creditOf(3n), dollars)).toBe('AM03');
  expect(headroom.admit(creditOf(3n, 'USD'), dollars)).toBeNull();
  expect(headroom.admit(creditOf(3n, 'USD'), dollars)).toBe('AM02');
  expect(headroom.admitToSuspense(creditOf(2n, 'USD'))).toBe(true);
  expect(headroom.admit(creditOf(3n), account)).toBeNull();
});

it('admits euros only from a file', () => {
  const dollars = { id: 1002, currency: 'USD', isOpen: true } as const;
  const headroom = new Headroom(locked([]), { inFile: true });
  expect(headroom.admit(creditOf(3n, 'USD'), dollars)).toBe('AM03');
  expect(headroom.admit(creditOf(3n), account)).toBeNull();
});

it.each([
  ['a currency without an account', creditOf(5n, 'XOF')],
  ['nothing', creditOf(0n)],
])('brings no money of %s to the suspense account', (_what, credit) => {
  expect(new Headroom(locked([]), message).admitToSuspense(credit)).toBe(false);
});
