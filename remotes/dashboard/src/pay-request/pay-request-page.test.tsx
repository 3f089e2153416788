import {
  type Answer,
  type Call,
  press,
  renderPage,
  signInBeforeEach,
  marie,
} from '../../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import { PayRequestPage } from './pay-request-page';

signInBeforeEach();

const request = {
  partner: 'Habitat Solidaire des Deux Rives',
  origin: 'https://www.deux-rives.example',
  payee: 'Habitat Solidaire',
  iban: 'FR7630006000011234567890189',
  amount: 612.4,
  reference: 'Loyer 4711',
  expires_at: '2026-11-24T15:00:00.000Z',
};
let waiting: object | null;
let forgotten: Answer;
let paying: Promise<Answer> | undefined;
beforeEach(() => {
  forgotten = { status: 204 };
  paying = undefined;
});

const answers: Record<string, unknown> = {
  '/auth/me': marie,
  '/beneficiaries': { beneficiaries: [] },
  '/payees/recent': { payees: [] },
  '/payees/verify': { result: 'match' },
  '/paiement': {
    success: true,
    payment: { reference: 'PAY-1', created_at: '2026-11-24T14:40:00Z', stage: 'awaiting_approval' },
  },
};

const forgetRequest = `/payment-request?${new URLSearchParams({ expires_at: request.expires_at })}`;

const show = () =>
  renderPage(<PayRequestPage />, {
    path: '/dashboard/pay',
    fetch: ({ method, path }) => {
      if (path.startsWith('/payment-request') && method === 'DELETE') {
        if (forgotten.status === 204 && path === forgetRequest) waiting = null;
        return forgotten;
      }
      if (path === '/payment-request') return { body: { request: waiting } };
      if (path === '/paiement' && paying) return paying;
      return { body: answers[path] ?? {} };
    },
  });

const changes = (calls: Call[]) => calls.filter(({ method }) => method !== 'GET').map(({ path }) => path);

it('names the page that filled in the fields, which the person may change', async () => {
  waiting = request;
  const { calls } = show();
  expect(await screen.findByText('Demande de Habitat Solidaire des Deux Rives')).toBeVisible();
  expect(screen.getByText(/remplis par la page www\.deux-rives\.example/)).toBeVisible();
  expect(screen.getByLabelText(/^IBAN/)).toHaveValue('FR76 3000 6000 0112 3456 7890 189');
  expect(screen.getByLabelText(/^Nom du destinataire/)).toHaveValue('Habitat Solidaire');
  expect(screen.getByLabelText(/^Montant/)).toHaveValue('612,40');
  expect(screen.getByLabelText(/^Libellé/)).toHaveValue('Loyer 4711');
  expect(changes(calls)).toEqual([]);
});

it('has the payee verified, is sent by the person alone, and is then not asked for again', async () => {
  waiting = request;
  const { calls } = show();
  await screen.findByText(/^Demande de/);
  await press('Continuer');
  await press(/^Envoyer 612,40/);
  expect(await screen.findByText('Virement en attente de validation')).toBeVisible();
  expect(changes(calls)).toEqual(['/payees/verify', '/paiement', forgetRequest]);
  const sent = calls.find(({ path }) => path === '/paiement');
  expect(sent?.body).toMatchObject({
    recipient_account: request.iban,
    recipient_name: request.payee,
    amount: 612.4,
    description: request.reference,
    payment_method: 'sepa_transfer',
  });
  expect(sent?.headers.get('Idempotency-Key')).toBeTruthy();
});

it('keeps the receipt when the page is looked at again', async () => {
  waiting = request;
  const { asked } = show();
  await screen.findByText(/^Demande de/);
  await press('Continuer');
  await press(/^Envoyer 612,40/);
  await screen.findByText('Virement en attente de validation');
  expect(screen.queryByRole('button', { name: 'Oublier cette demande' })).not.toBeInTheDocument();
  const before = asked('/payment-request').length;
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await waitFor(() => expect(asked('/payment-request').length).toBeGreaterThan(before));
  expect(await screen.findByText('Virement en attente de validation')).toBeVisible();
});

it('keeps the transfer that is being sent when the request expires meanwhile', async () => {
  waiting = request;
  const { asked } = show();
  let answer: (given: Answer) => void = () => undefined;
  paying = new Promise((resolve) => (answer = resolve));
  await screen.findByText(/^Demande de/);
  await press('Continuer');
  await press(/^Envoyer 612,40/);
  waiting = null;
  const before = asked('/payment-request').length;
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await waitFor(() => expect(asked('/payment-request').length).toBeGreaterThan(before));
  act(() => answer({ body: answers['/paiement'] }));
  expect(await screen.findByText('Virement en attente de validation')).toBeVisible();
});

it('forgets the request at once, and shows when that failed', async () => {
  waiting = request;
  const { calls } = show();
  await screen.findByText(/^Demande de/);
  forgotten = { status: 503 };
  await press('Oublier cette demande');
  expect(await screen.findByText(/La demande n’a pas été oubliée/)).toBeVisible();
  forgotten = { status: 204 };
  await press('Oublier cette demande');
  const none = await screen.findByText('Aucune demande de paiement');
  await waitFor(() => expect(document.activeElement).toContainElement(none));
  expect(document.body).not.toHaveFocus();
  expect(changes(calls)).toEqual([forgetRequest, forgetRequest]);
});

it('keeps its own request while another tab brings the next one, and leaves that one to it', async () => {
  waiting = request;
  const { asked, calls } = show();
  const lookAgain = async () => {
    const before = asked('/payment-request').length;
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(asked('/payment-request').length).toBeGreaterThan(before));
  };
  await screen.findByText('Demande de Habitat Solidaire des Deux Rives');
  waiting = { ...request, amount: 80, reference: 'Charges', expires_at: '2026-11-24T15:01:00.000Z' };
  await lookAgain();
  expect(screen.getByLabelText(/^Montant/)).toHaveValue('612,40');
  await press('Continuer');
  await press(/^Envoyer 612,40/);
  await screen.findByText('Virement en attente de validation');
  await lookAgain();
  expect(changes(calls)).toEqual(['/payees/verify', '/paiement', forgetRequest]);
});

it('ends when the request is gone, as when the partner was switched off', async () => {
  waiting = request;
  show();
  await screen.findByText('Demande de Habitat Solidaire des Deux Rives');
  waiting = null;
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  expect(await screen.findByText('Aucune demande de paiement')).toBeVisible();
});

it('shows that there is none', async () => {
  waiting = null;
  show();
  expect(await screen.findByText('Aucune demande de paiement')).toBeVisible();
});
