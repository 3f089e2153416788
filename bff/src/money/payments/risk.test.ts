import fc from 'fast-check';
import { scoreRisk, type RiskFacts } from './risk';

const noon = new Date('2026-11-20T11:00:00Z');
const usual: RiskFacts = {
  amount: 50,
  country: 'FR',
  knownRecipient: true,
  recentPayments: 0,
  accountOpenedAt: new Date('2025-01-01T00:00:00Z'),
  now: noon,
};

describe('the risk of a payment', () => {
  it('is the floor for a small payment to a known recipient, whatever the rest', () => {
    expect(scoreRisk(usual)).toEqual({ score: 0.2, reasons: [] });
    const unusual = { ...usual, recentPayments: 9, accountOpenedAt: noon, amount: 1_000 };
    expect(scoreRisk({ ...unusual, now: new Date('2026-11-20T02:00:00Z') })).toEqual({
      score: 0.2,
      reasons: [],
    });
  });

  it.each<[Partial<RiskFacts>, number, string[]]>([
    [{ knownRecipient: false }, 1.7, ['new_recipient']],
    [{ amount: 1_000.01 }, 1.7, ['amount']],
    [{ amount: 10_000.01 }, 3.7, ['amount']],
    [{ knownRecipient: false, country: 'DE' }, 2.2, ['new_recipient', 'country']],
    [{ knownRecipient: false, country: 'AE' }, 3.7, ['country', 'new_recipient']],
    [{ knownRecipient: false, recentPayments: 2 }, 1.7, ['new_recipient']],
    [{ knownRecipient: false, recentPayments: 3 }, 3.2, ['new_recipient', 'velocity']],
    [
      { knownRecipient: false, accountOpenedAt: new Date('2026-10-25T00:00:00Z') },
      2.7,
      ['new_recipient', 'account_age'],
    ],
    [{ knownRecipient: false, now: new Date('2026-11-20T22:00:00Z') }, 2.2, ['new_recipient', 'time_of_day']],
    [{ knownRecipient: false, now: new Date('2026-11-20T05:00:00Z') }, 1.7, ['new_recipient']],
  ])('of %j is %d', (unusual, score, reasons) => {
    expect(scoreRisk({ ...usual, ...unusual })).toEqual({ score, reasons });
  });

  it('lies between the floor and ten with one decimal, and names a reason for all above the floor', () => {
    const facts = fc.record({
      amount: fc.integer({ min: 1, max: 100_000_000 }).map((cents) => cents / 100),
      country: fc.constantFrom('FR', 'DE', 'AE'),
      knownRecipient: fc.boolean(),
      recentPayments: fc.nat(20),
      accountOpenedAt: fc.date({ min: new Date('2025-01-01'), max: noon, noInvalidDate: true }),
      now: fc.date({ min: noon, max: new Date('2027-01-01'), noInvalidDate: true }),
    });
    fc.assert(
      fc.property(facts, (drawn) => {
        const { score, reasons } = scoreRisk(drawn);
        expect(score).toBeGreaterThanOrEqual(0.2);
        expect(score).toBeLessThanOrEqual(10);
        expect(Number(score.toFixed(1))).toBe(score);
        expect(reasons.length > 0).toBe(score > 0.2);
      }),
    );
  });
});
