import { languages } from './language';
import { nextSteps } from './next-step';
import { paymentStages } from './payments';
import { cardStates } from './cards';
import { kycStatuses } from './users';
import { directDebitStatuses } from './direct-debits';
import { standingRunStatuses } from './standing-orders';
import {
  cardStop,
  debitStop,
  identityStop,
  orderStop,
  paymentStop,
  purchaseStop,
  type StopName,
  stopOf,
  stopRules,
} from './stops';

const at = '2026-11-02T10:00:00.000Z';

describe.each(languages)('in %s', (language) => {
  it.each(Object.keys(stopRules) as StopName[])('%s has why, and what to do', (name) => {
    const stop = stopOf(name, language, { id: 7, because: 'Parce que.' });
    expect(stop.reason).toMatch(/\S.*\.$/);
    expect(stop.reason).not.toMatch(/[{}]/);
    expect(stop.next_step.text).toMatch(/\S.*\.$/);
    expect(Object.keys(nextSteps)).toContain(stop.next_step.action);
    if (stop.next_step.action === 'appeal') expect(stop.next_step.path).toBe(stop.appeal);
  });

  it('every stage of a payment is on its way, done, taken back, or explained', () => {
    const stopped = paymentStages.filter((stage) =>
      [null, 'AC04'].some((code) =>
        paymentStop(
          { id: 1, stage, processed_at: at, reason: null, reason_code: code, recall: null },
          language,
          at,
        ),
      ),
    );
    expect(stopped).toEqual(['awaiting_approval', 'rejected', 'returned']);
  });

  it('a payment that its payer recalled was not refused, and one that came too late can be sent again', () => {
    const of = (stage: string, code: string, recall: string | null = null) =>
      paymentStop(
        { id: 1, stage, processed_at: at, reason: null, reason_code: code, recall },
        language,
        null,
      );
    expect(of('returned', 'FOCR', 'granted')).toBeNull();
    expect(of('returned', 'FOCR', 'asked')).toBeNull();
    // The other bank names a recall, but there was none.
    expect(of('returned', 'FOCR')?.appeal).toContain('about=payment');
    expect(of('rejected', 'AB05')?.next_step.action).toBe('wait');
    expect(of('rejected', 'AC04')?.next_step.action).toBe('change_payee');
  });

  it('a payment whose money waits at the bank leads to where its account is opened again', () => {
    const back = {
      id: 1,
      stage: 'returned',
      processed_at: at,
      reason: null,
      reason_code: 'AC04',
      recall: null,
    };
    const stop = paymentStop({ ...back, isSuspended: true }, language, null);
    expect(stop?.reason).toMatch(/Rouvrez ce compte|Open this account again/);
    expect(stop?.next_step).toMatchObject({ action: 'see_account', path: '/dashboard/currencies' });
  });

  it('every state of a direct debit is to come, done, the customer’s own refusal, or explained', () => {
    const of = (code: string | null) => (status: string) =>
      debitStop({ id: 1, status, reason_code: code, held_until: at, changed_at: at }, language);
    expect(directDebitStatuses.filter(of('AM04'))).toEqual(['held', 'refused', 'returned']);
    expect(directDebitStatuses.filter(of('MS02'))).toEqual(['held']);
    expect(of('AM04')('refused')?.next_step.action).toBe('add_funds');
    expect(of('AG01')('refused')?.next_step.action).toBe('verify_identity');
    expect(of('SL01')('refused')?.appeal).toBeNull();
    expect(of('ZZ99')('returned')?.reason).toMatch(/\S.*\.$/);
  });

  it('every state of a standing order’s occurrence has left, or is explained', () => {
    const of = (reason: string) => (status: string) =>
      orderStop(4, { status, reason, created_at: at }, language);
    expect(standingRunStatuses.filter(of('INSUFFICIENT_FUNDS'))).toEqual(['retrying', 'skipped']);
    expect(of('INSUFFICIENT_FUNDS')('skipped')?.next_step.action).toBe('add_funds');
    expect(of('NOT_FOUND')('skipped')?.next_step.action).toBe('change_payee');
    expect(of('USER_INACTIVE')('skipped')?.next_step.action).toBe('contact');
    expect(of('USER_INACTIVE')('skipped')?.reason).not.toBe(of('NOT_FOUND')('skipped')?.reason);
    expect(of('NOT_FOUND')('skipped')?.appeal).toBe('/disputes/why?about=standing_order&id=4');
  });

  it('every state of a card pays, is on its way, or is explained', () => {
    const explained = cardStates.filter((state) =>
      cardStop({ id: 1, status: 'active', state, blocked_by_bank: false, pin_blocked: false }, language),
    );
    expect(explained).toEqual(['blocked', 'lost', 'expired']);
  });

  it('every state of an identity but the approved one is explained', () => {
    const of = (status: string) => ({ status, reason: null, submitted_at: at, reviewed_at: at });
    expect(kycStatuses.filter((status) => !identityStop(of(status), language))).toEqual(['approved']);
  });
});

it('a declined use of a card has its reason, and a refusal can be appealed for ninety days', () => {
  const use = { id: 3, state: 'declined', reason_text: 'Le plafond est atteint.', created_at: at };
  expect(purchaseStop(use, 'fr')).toMatchObject({
    reason: 'Le plafond est atteint.',
    until: '2027-01-31T10:00:00.000Z',
    next_step: { action: 'see_card' },
    appeal: '/disputes/why?about=card_payment&id=3',
  });
  expect(purchaseStop({ ...use, state: 'cleared' }, 'fr')).toBeNull();
});
