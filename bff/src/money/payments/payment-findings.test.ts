import type { SanctionsFinding } from '@bank/contracts/payments';
import { noListYet } from '../../people/screening/screening.service';
import { openHold, type PayerDoubt, recordFindings } from './payment-findings';

const finding: SanctionsFinding = { entry: 'E1', name: 'Ignat', likeness: 0.9, countries: '', programs: '' };
const payment = {
  id: 1,
  reference: 'PAY-1',
  ownerId: 7,
  recipientName: 'Ignat',
  amount: 100n,
  currency: 'EUR',
};

/** The reason of a held payment's case in English, and the text of its line in the activity log. */
async function held(findings: SanctionsFinding[], doubt?: PayerDoubt) {
  const [open, record, write] = [jest.fn(), jest.fn(), jest.fn()];
  await openHold({} as never, { open } as never, payment, findings, doubt);
  await recordFindings({ write } as never, { record } as never, payment, findings, new Date());
  const reasons = open.mock.calls as [unknown, { reason: { en: string } }][];
  const lines = record.mock.calls as [unknown, { action: string; text?: string }][];
  return [reasons[0]?.[1].reason.en, lines.map(([, { action, text }]) => text ?? action)];
}

it.each([
  ['like a name of the list', [finding], undefined, 'like one of the sanctions list', ['payment.screened']],
  ['not compared without a list', [noListYet], undefined, 'was not compared', ['payment.unscreened']],
  ['of a deactivated customer', [], 'inactive' as const, 'the customer is deactivated', []],
  ['above the limit of the level', [], 'level' as const, 'their limit does not allow it', []],
])('holds a payment %s for its own reason', async (_name, findings, doubt, reason, lines) => {
  expect(await held(findings, doubt)).toEqual([expect.stringContaining(reason), lines]);
});
