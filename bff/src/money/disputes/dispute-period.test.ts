import { disputeReasons } from '@bank/contracts/cases';
import { disputableUntil, openReasons } from './dispute-period';

it('gives thirteen months for unauthorised transactions, 120 days for others', () => {
  expect(disputableUntil('2026-01-31', 'not_me')).toBe('2027-02-28');
  expect(disputableUntil('2026-01-31', 'twice')).toBe('2026-05-31');
});

it('offers every reason on the last day, then only that of the longer period, then none', () => {
  const at = (day: string) => openReasons('2026-01-31', day).map(({ reason }) => reason);
  expect(at('2026-05-31')).toEqual([...disputeReasons]);
  expect(at('2026-06-01')).toEqual(['not_me']);
  expect(at('2027-02-28')).toEqual(['not_me']);
  expect(at('2027-03-01')).toEqual([]);
});
