import { renderPage, type Server, signInBeforeEach } from '../../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import { publishLiveEvent } from '@bank/client/live-events';
import { KycSummary } from './kyc-summary';

signInBeforeEach();

const approved = {
  status: 'approved',
  submitted_at: '2026-11-02T10:00:00.000Z',
  reviewed_at: '2026-11-03T10:00:00.000Z',
  verificationDate: '2026-11-03T10:00:00.000Z',
  expiryDate: '2028-11-03T10:00:00.000Z',
  reason: null,
  documents: [{ id: 1, kind: 'identity', name: 'cni.pdf', size: 9, status: 'approved' }],
};
const nothing = {
  ...approved,
  status: 'pending',
  submitted_at: null,
  reviewed_at: null,
  verificationDate: null,
  expiryDate: null,
  documents: [],
};

const render = (server: Server) => renderPage(<KycSummary />, { fetch: server });
const renderKyc = (kyc: unknown) =>
  render(({ path }) => (path === '/kyc' ? { body: kyc } : { body: { id: 1 } }));

it('summarises a verification, with a link to its screen', async () => {
  renderKyc(approved);
  expect(await screen.findByText('Vérifié')).toBeVisible();
  expect(screen.getByText('Accepté')).toBeVisible();
  expect(screen.getAllByText('Non fourni')).toHaveLength(2);
  expect(screen.getByText('3 nov. 2028')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Voir mon dossier' })).toHaveAttribute('href', '/dashboard/kyc');
});

it('displays a customer without documents as not verified', async () => {
  renderKyc(nothing);
  expect(await screen.findByText('Non vérifié')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Compléter mon dossier' })).toBeVisible();
});

it('shows the bank’s review live', async () => {
  let kyc: unknown = { ...approved, status: 'pending' };
  render(({ path }) => (path === '/kyc' ? { body: kyc } : { body: { id: 1 } }));
  expect(await screen.findByText('En attente')).toBeVisible();
  kyc = approved;
  act(() => publishLiveEvent({ type: 'gap', data: { before: Date.now() } }));
  expect(await screen.findByText('Vérifié')).toBeVisible();
});
