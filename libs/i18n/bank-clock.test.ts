import { bankNow, bankTimeOf, learnBankTime } from './bank-clock';
import { bankToday, formatFor } from './format';

const moment = Date.parse('2026-11-27T08:00:00Z');
const hour = 3_600_000;
const header = (time: number) => new Date(time).toUTCString();

beforeEach(() => jest.useFakeTimers({ now: moment }));
afterEach(() => {
  learnBankTime(header(Date.now()), Date.now());
  jest.useRealTimers();
});

it('keeps the clock of a device that is right, however slow the answer was', () => {
  learnBankTime(header(moment - 400), moment - 15_000);
  expect(bankNow()).toBe(moment);
});

it.each([-30, -5, 2, 72])('corrects a clock that is %d hours ahead of the bank’s', (hours) => {
  jest.setSystemTime(moment + hours * hour);
  learnBankTime(header(moment), Date.now() - 200);
  expect(Math.abs(bankNow() - moment)).toBeLessThanOrEqual(1_200);
  expect(Math.abs(bankTimeOf(Date.now() - hour) - (moment - hour))).toBeLessThanOrEqual(1_200);
  expect(bankToday()).toBe('2026-11-27');
  expect(formatFor('fr').comingDay('2026-11-28T08:00:00Z')).toBe('Demain');
  expect(formatFor('en').relativeTime(moment - 3 * hour)).toBe('3 hours ago');
});

it('follows a clock that is set right while the page is open', () => {
  jest.setSystemTime(moment + 5 * hour);
  learnBankTime(header(moment), Date.now() - 200);
  jest.setSystemTime(moment);
  learnBankTime(header(moment), moment - 200);
  expect(Math.abs(bankNow() - moment)).toBeLessThanOrEqual(1_200);
});

it.each([null, '', 'soon'])('learns nothing from the date %p', (date) => {
  learnBankTime(date, moment);
  expect(bankNow()).toBe(moment);
});
