import { messageSegment } from './customer-messages';
import { kycForm } from './kyc';
import { paymentOrder } from './payment-orders';
import { createScheduledPaymentRequest } from './scheduled-payments';
import { standingOrderFields } from './standing-orders';
import { namedDay } from './named-day';
import { fieldTexts, isMalformed } from './validation';

it.each([
  ['2026-12-02', '2026-12-02'],
  ['2026-12-02T00:00:00Z', '2026-12-02'],
  ['2026-12-02T22:59:59.999Z', '2026-12-02'],
  ['2026-12-02T23:00:00.000Z', '2026-12-03'],
  ['2026-07-02T21:59:59.999Z', '2026-07-02'],
  ['2026-07-02T22:00:00.000Z', '2026-07-03'],
])('%s names the day %s of Paris', (given, day) => {
  expect(namedDay.parse(given)).toBe(day);
});

it.each([
  ['tomorrow', false],
  ['', false],
  ['2026-02-30', false],
  ['2026-02-30T00:00:00Z', false],
  ['2026-12-02T00:00:00', false],
  ['0999-12-31', false],
  ['0001-01-01T00:00:00Z', false],
  [undefined, true],
  [1_796_000_000_000, true],
])('%p names none; malformed: %p', (given, malformed) => {
  const { error } = namedDay.safeParse(given);
  expect(error && isMalformed(error)).toBe(malformed);
});

it('reports a missing day, and one of a wrong type, as any other field', () => {
  const textOf = (given: unknown) => {
    const { error } = createScheduledPaymentRequest.shape.first_run.safeParse(given);
    return error && fieldTexts(error, 'en').form;
  };
  expect(textOf(undefined)).toBe('This field is required.');
  expect(textOf(5)).toBe('This value is of the wrong type.');
});

it('is what orders, debits, identity files and segments of customers accept for their days', () => {
  const moment = '2026-12-02T23:00:00.000Z';
  const days = [
    createScheduledPaymentRequest.shape.first_run,
    standingOrderFields.shape.first_run,
    standingOrderFields.shape.until,
    paymentOrder.shape.execution_date,
    kycForm.shape.birthDate,
    messageSegment.shape.joined_from,
    messageSegment.shape.joined_to,
  ];
  expect(days.map((field) => field.parse(moment))).toEqual(days.map(() => '2026-12-03'));
});

it('is required in an identity file, and not before 1900', () => {
  const outcome = (given: unknown) => {
    const { error } = kycForm.shape.birthDate.safeParse(given);
    return error && [fieldTexts(error, 'en').form, isMalformed(error)];
  };
  expect(outcome('')).toEqual(['This field is required.', false]);
  expect(outcome(undefined)).toEqual(['This field is required.', true]);
  expect(outcome('1899-12-31')).toEqual([expect.any(String), false]);
  expect(outcome('17/05/1990')).toEqual([expect.any(String), false]);
});
