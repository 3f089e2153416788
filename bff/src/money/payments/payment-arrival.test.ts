import { arrivalOf, type Destination } from './payment-detail';

const order: Destination = {
  paymentMethod: 'international_transfer',
  stage: 'awaiting_approval',
  currency: 'USD',
  country: 'US',
  executionDay: null,
  sentAt: null,
};
/** Monday, 23 November 2026. */
const now = new Date('2026-11-23T09:00:00Z');

it.each([
  ['is counted from today while it waits, whenever it was ordered', {}, '2026-11-25'],
  ['is counted from its day', { stage: 'scheduled', executionDay: '2026-12-01' }, '2026-12-03'],
  ['is counted from today where its day went by', { executionDay: '2026-11-19' }, '2026-11-25'],
  [
    'is counted from when it was sent',
    { stage: 'sent', sentAt: new Date('2026-11-20T09:00:00Z') },
    '2026-11-24',
  ],
  ['is none within SEPA', { country: null }, null],
  ['is none once it has come to its end', { stage: 'settled' }, null],
] as const)('the expected arrival of a payment %s', (_what, changed, expected) => {
  expect(arrivalOf({ ...order, ...changed }, now)).toBe(expected);
});
