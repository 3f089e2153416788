import { renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PaymentDetail } from '@bank/contracts/payments';
import { PaymentWay } from './payment-way';

signInBeforeEach();
const at = '2026-11-20T10:00:00.000Z';
const payment = {
  id: 7,
  stage: 'rejected',
  decided_by: 'rules',
  processed_by: null,
  execution_date: null,
  end_to_end_id: 'RENT-11',
  in_doubt: false,
  recall: null,
  stages: [
    { stage: 'queued', at, reason: null },
    { stage: 'sent', at, reason: null },
    { stage: 'rejected', at, reason: 'AC04' },
  ],
  messages: [
    { direction: 'out', type: 'pacs.008.001.08', message_id: 'M-1', at, answered_at: null },
    { direction: 'in', type: 'pacs.002.001.10', message_id: 'T/1', at, answered_at: at },
  ],
} as unknown as PaymentDetail;

const xml = '<Document><Nm>A &amp; B</Nm><Evil>&lt;img src=x&gt;</Evil></Document>';
const renderWay = (changed: Partial<PaymentDetail> = {}) =>
  renderPage(<PaymentWay payment={{ ...payment, ...changed }} />, {
    fetch: ({ path }) => ({ body: { ...payment.messages[1], xml, path } }),
  });

it('shows each stage with its reason in plain words, and who decided', () => {
  renderWay();
  const steps = within(screen.getByRole('list', { name: 'Étapes du paiement' })).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Prêt à partir'),
    expect.stringMatching(/^Envoyé\d/),
    expect.stringContaining('Le compte du bénéficiaire est clôturé. (AC04)'),
  ]);
  expect(screen.getByText('Les règles, sans intervention')).toBeVisible();
});

it('marks what is in doubt, and the state of a recall', () => {
  renderWay({ in_doubt: true, recall: 'asked' });
  expect(screen.getByText(/En doute : l’autre banque/)).toBeVisible();
  expect(screen.getByText('Demandé, sans réponse')).toBeVisible();
});

it('names a recall that nobody answered in time', () => {
  renderWay({ recall: 'expired' });
  expect(screen.getByText('Sans réponse à temps')).toBeVisible();
});

it('shows a message as text, one element per line, and hides it', async () => {
  const { asked } = renderWay();
  await userEvent.click(screen.getByRole('button', { name: /^Afficher\u00a0: Avis d’exécution/ }));
  expect(await screen.findByText(/<Nm>A &amp; B<\/Nm>/)).toHaveTextContent('<Evil>&lt;img src=x&gt;</Evil>');
  expect(asked('/paiement')).toEqual(['/paiement/7/messages/in/T%2F1']);
  expect(document.querySelector('img')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Masquer/ }));
  expect(screen.queryByText(/A &amp; B/)).not.toBeInTheDocument();
});
