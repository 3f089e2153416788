import { needsTwo, obstacleAmongOthers, obstacleTo } from './approval';

const payment = { amount: 120, user_id: 7, first_approved_by: null };
const sofia = { id: 3, name: 'Sofia Martin' };
const approver = (userId: number, hasTwoFactor?: boolean) => ({ userId, hasTwoFactor });

it.each([
  ['a small payment of somebody else', payment, approver(3, false), undefined],
  ['one’s own', payment, approver(7, true), 'own'],
  [
    'one’s own above all',
    { ...payment, amount: 20_000, first_approved_by: sofia },
    approver(7, false),
    'own',
  ],
  [
    'a second approval by a colleague',
    { ...payment, amount: 20_000, first_approved_by: sofia },
    approver(4, true),
    undefined,
  ],
  [
    'a second approval by the same person',
    { ...payment, amount: 20_000, first_approved_by: sofia },
    approver(3, true),
    'second_approver',
  ],
  ['a high risk without two-factor', { ...payment, amount: 10_000.01 }, approver(3, false), 'two_factor'],
  ['a high risk with two-factor', { ...payment, amount: 10_000.01 }, approver(3, true), undefined],
  ['a high risk while two-factor is not known', { ...payment, amount: 10_000.01 }, approver(3), undefined],
  ['exactly the threshold', { ...payment, amount: 10_000 }, approver(3, false), undefined],
])('what stands in the way of %s', (_title, judged, who, obstacle) => {
  expect(obstacleTo(judged, who)).toBe(obstacle);
});

it('asks for two above 10 000', () => {
  expect([10_000, 10_000.01].map((amount) => needsTwo({ amount }))).toEqual([false, true]);
});

it.each([
  ['what its screening found', ['new_recipient', 'sanctions'] as const, false, 'sanctions'],
  ['its own code', ['new_recipient'] as const, true, 'code'],
  ['nothing', ['new_recipient'] as const, false, undefined],
])('what stands in the way of a payment among others: %s', (_title, reasons, hasTwoFactor, obstacle) => {
  const judged = { ...payment, risk: { level: 'low' as const, score: 8, reasons: [...reasons] } };
  expect(obstacleAmongOthers(judged, approver(3, hasTwoFactor))).toBe(obstacle);
});
