import { renderPage } from '../../../../tests/support/ui';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { writeTokens } from '@bank/client/tokens';
import { FiguresPage } from './figures-page';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

const movement = {
  id: 1,
  user: 'Marie Lefèvre',
  type: 'virement',
  amount: -68.4,
  status: 'completed',
  date: '2026-11-10T16:25:00.000Z',
};
const stats = {
  totalUsers: 203,
  activeAccounts: 190,
  totalBalance: 1234567.89,
  pendingTransactions: 25,
  completedToday: 14,
  failedToday: 1,
  kycPending: 31,
  kycVerified: 160,
  kycRejected: 12,
  recent: [
    movement,
    { ...movement, id: 2, type: 'carte', amount: 20, status: 'failed' },
    { ...movement, id: 3, type: 'retrait', status: 'of a newer server' },
  ],
};

it('shows the figures, what follows from them, and the last movements', async () => {
  renderPage(<FiguresPage />, { path: '/admin', fetch: () => ({ body: stats }) });
  expect(await screen.findByText('203')).toBeInTheDocument();
  expect(screen.getByText('dont 190 actifs')).toBeInTheDocument();
  expect(screen.getByText(/^1\s234\s567,89\s€$/)).toBeInTheDocument();
  const accounts = within(screen.getByRole('region', { name: 'État des comptes' }));
  expect(accounts.getByText('Inactifs').closest('li')).toHaveTextContent('13');
  const kyc = within(screen.getByRole('region', { name: 'Vérification KYC' }));
  expect(kyc.getByText('Vérifiés').closest('li')).toHaveTextContent(/160\s*78,8\s%/);
  const [, first, second, third] = within(screen.getByRole('table')).getAllByRole('row');
  expect(first).toHaveTextContent(/Marie LefèvreVirement10 nov\. 2026, 17:25Terminé−68,40\s€/);
  expect(second).toHaveTextContent(/Carte.*Échoué\+20,00\s€/);
  expect(third).toHaveTextContent(/Retrait.*En attente/);
});

it('says that the figures did not come, and tries again', async () => {
  let isDown = true;
  renderPage(<FiguresPage />, { fetch: () => (isDown ? { status: 500 } : { body: stats }) });
  expect(await screen.findByText('Erreur de chargement')).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('203')).toBeInTheDocument();
});
