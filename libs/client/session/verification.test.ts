import type { Kyc } from '@bank/contracts/kyc';
import { verificationOf } from './verification';

const at = '2026-11-20T10:00:00Z';

it.each<[string, string | null, string]>([
  ['approved', at, 'approved'],
  ['rejected', at, 'rejected'],
  ['pending', at, 'pending'],
  ['pending', null, 'unverified'],
  ['of a later version', at, 'unverified'],
])('shows %s, sent %s, as %s', (status, submitted_at, shown) => {
  expect(verificationOf({ status, submitted_at } as Pick<Kyc, 'status' | 'submitted_at'>)).toBe(shown);
});
