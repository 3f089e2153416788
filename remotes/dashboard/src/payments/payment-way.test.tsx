import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OwnPayment } from '@bank/contracts/payments';
import { press, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { PaymentWay } from './payment-way';

signInBeforeEach();

const payment: OwnPayment = {
  id: 7,
  reference: 'PAY-7',
  amount: 20,
  currency: 'EUR',
  recipient_account: 'DE89370400440532013000',
  recipient_name: 'Otto',
  payment_method: 'sepa_transfer',
  description: 'Loyer',
  status: 'pending',
  created_at: '2026-11-22T09:00:00.000Z',
  processed_at: null,
  risk: { level: 'low', score: 1.7, reasons: [] },
  stage: 'queued',
  decided_by: 'rules',
  fee: 0,
  charges: null,
  execution_date: null,
  end_to_end_id: null,
  uetr: null,
  arrival_date: null,
  reason_code: null,
  reason: null,
  in_doubt: false,
  recall: null,
  cancellable: true,
  recallable: false,
  stages: [{ stage: 'queued', at: '2026-11-22T09:00:00.000Z', reason: null }],
};
const render = (changed: Partial<OwnPayment>, answer: Partial<OwnPayment> = {}) =>
  renderPage(<PaymentWay id={7} />, {
    path: '/dashboard/transactions',
    fetch: ({ path }) => ({
      body: path.endsWith('/cancel') ? { ...payment, ...answer } : { ...payment, ...changed },
    }),
  });

it('lists the stages with their times, and what comes next', async () => {
  render({});
  expect(await screen.findByText('Prêt à partir')).toBeInTheDocument();
  expect(screen.getByText(/22 nov\. 2026/)).toBeInTheDocument();
  expect(screen.getByText('Il part avec le prochain envoi.')).toBeInTheDocument();
  expect(screen.getByText(/Accepté automatiquement/)).toBeInTheDocument();
});

it('explains in plain words why a payment failed', async () => {
  const at = '2026-11-22T09:00:05.000Z';
  render({
    stage: 'rejected',
    cancellable: false,
    stages: [...payment.stages, { stage: 'rejected', at, reason: 'AC04' }],
  });
  expect(await screen.findByText('Le compte du bénéficiaire est clôturé.')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  ['sent', 1],
  ['returned', 1],
  ['rejected', 0],
  ['cancelled', 0],
] as const)('shows a fee of an international payment only where it is charged: %s', async (stage, count) => {
  const stages = [...payment.stages, { stage, at: payment.created_at, reason: null }];
  render({ currency: 'USD', fee: 16.35, charges: 'SHA', uetr: 'bbb455df', stage, stages });
  expect(await screen.findByText('bbb455df')).toBeInTheDocument();
  expect(screen.queryAllByText(/^16,35/)).toHaveLength(count);
  expect(screen.queryAllByText(/^Partagés/)).toHaveLength(count);
});

it('cancels a payment once it was confirmed', async () => {
  const stages = [...payment.stages, { stage: 'cancelled' as const, at: payment.created_at, reason: null }];
  const { asked } = render({}, { stage: 'cancelled', cancellable: false, stages });
  await press('Annuler ce paiement');
  const dialog = await screen.findByRole('alertdialog', { name: 'Annuler ce paiement\u00a0?' });
  expect(dialog).toHaveTextContent(/20,00\s€ pour Otto/);
  expect(asked('/user/payments/7/cancel')).toHaveLength(0);
  // “Cancel” beside “Cancel this payment” would be taken for it.
  expect(within(dialog).getByRole('button', { name: 'Garder ce paiement' })).toHaveFocus();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Annuler ce paiement' }));
  expect(await screen.findByText('Annulé')).toBeInTheDocument();
  expect(screen.getByText('Le montant réservé est de nouveau disponible.')).toBeInTheDocument();
  expect(asked('/user/payments/7/cancel')).toHaveLength(1);
  // The button that had opened the question is gone.
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Suivi de ce paiement' })).toHaveFocus());
});

it('recalls a sent payment, and displays a late answer', async () => {
  render({ stage: 'sent', cancellable: false, recallable: true, in_doubt: true });
  expect(await screen.findByRole('button', { name: 'Rappeler ce paiement' })).toBeInTheDocument();
  expect(screen.getByText(/jamais envoyé deux fois/)).toBeInTheDocument();
});

it('shows the outcome of a recall, and offers neither an appeal nor another payee for it', async () => {
  const at = '2026-11-22T09:00:05.000Z';
  const back = { ...payment.stages[0]!, stage: 'returned' as const, at, reason: 'FOCR' };
  // The money may come before the answer.
  for (const recall of ['granted', 'asked'] as const) {
    const { unmount } = render({
      stage: 'returned',
      status: 'failed',
      cancellable: false,
      recall,
      reason_code: 'FOCR',
      why: null,
      stages: [...payment.stages, back],
    });
    expect(await screen.findByText(/^Rappel accepté.*revenu sur votre compte/)).toBeInTheDocument();
    expect(screen.queryByText(/Accepté automatiquement/)).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
    unmount();
  }
});

it('names a recall that nobody answered in time', async () => {
  render({ stage: 'settled', status: 'completed', cancellable: false, recall: 'expired' });
  expect(await screen.findByText(/n’a pas répondu à temps au rappel/)).toBeVisible();
});

it('does not ask for the money again that came back otherwise than by its recall', async () => {
  const at = '2026-11-22T09:00:05.000Z';
  const back = { ...payment.stages[0]!, stage: 'rejected' as const, at, reason: 'AC04' };
  render({
    stage: 'rejected',
    status: 'failed',
    cancellable: false,
    recall: 'refused',
    reason_code: 'AC04',
    stages: [...payment.stages, back],
  });
  expect(await screen.findByText('Le compte du bénéficiaire est clôturé.')).toBeInTheDocument();
  expect(screen.queryByText(/rappel/i)).toBeNull();
});
