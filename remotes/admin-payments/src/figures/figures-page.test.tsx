import { expectRetry, marie, renderPage, type Server, signInBeforeEach } from '../../../../tests/support/ui';
import { screen, within } from '@testing-library/react';
import { bankToday } from '@bank/i18n/format';
import { FiguresPage } from './figures-page';

signInBeforeEach();

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
  kycUnsent: 4,
  before: { payments: 5, signUps: 0 },
  paymentsByDay: [
    { day: '2026-11-09', pending: 1, completed: 2, failed: 0 },
    { day: '2026-11-10', pending: 3, completed: 4, failed: 5 },
  ],
  signUpsByDay: [
    { day: '2026-11-09', count: 0 },
    { day: '2026-11-10', count: 7 },
  ],
  recent: [
    movement,
    { ...movement, id: 2, type: 'carte', amount: 2000, currency: 'JPY', status: 'failed' },
    { ...movement, id: 3, type: 'retrait', status: 'of a newer server' },
  ],
};

const owner = { ...marie, role: 'admin' };
const figuresFor =
  (user: object, figures: object = stats): Server =>
  ({ path }) => ({ body: path === '/auth/me' ? user : figures });

it('shows the figures, what follows from them, and the last movements', async () => {
  renderPage(<FiguresPage />, { path: '/admin', fetch: figuresFor(owner) });
  expect(await screen.findByText('203')).toBeInTheDocument();
  expect(screen.getByText('dont 190 actifs')).toBeInTheDocument();
  expect(screen.getByText(/^1\s234\s567,89\s€$/)).toBeInTheDocument();
  const accounts = within(screen.getByRole('region', { name: 'État des comptes' }));
  expect(accounts.getByText('Inactifs').closest('li')).toHaveTextContent('13');
  const kyc = within(screen.getByRole('region', { name: 'Vérification KYC' }));
  expect(kyc.getByText('Vérifiés').closest('li')).toHaveTextContent(/160\s*77,3\s%/);
  const recent = await screen.findByRole('table', { name: 'Transactions récentes' });
  const [, first, second, third] = within(recent).getAllByRole('row');
  expect(first).toHaveTextContent(/Marie LefèvreVirement10 nov\. 2026, 17:25Terminé−68,40\s€/);
  expect(second).toHaveTextContent(/Carte.*Échoué\+2\s000\sJPY/);
  expect(third).toHaveTextContent(/Retrait.*En attente/);
});

it('does with the figures of specification 1', async () => {
  const { kycUnsent: _none, before: _before, paymentsByDay: _days, signUpsByDay: _signUps, ...bare } = stats;
  renderPage(<FiguresPage />, { path: '/admin', fetch: figuresFor(owner, bare) });
  expect(await screen.findByText('203')).toBeInTheDocument();
  expect(await screen.findByRole('table', { name: 'Transactions récentes' })).toBeInTheDocument();
});

it('draws each day, with a table', async () => {
  renderPage(<FiguresPage />, { path: '/admin', fetch: () => ({ body: stats }) });
  const title = 'Paiements par jour et par issue';
  const picture = await screen.findByRole('img', { name: new RegExp(`^${title}`) });
  expect(picture).toHaveAccessibleName(/Le plus haut\u00a0: 12, le 10\snov\.\s2026/);
  const bars = picture.querySelectorAll(':scope > rect');
  expect(bars).toHaveLength(6);
  const heights = [...bars].map((bar) => Math.round(Number(bar.getAttribute('height'))));
  expect(heights).toEqual([20, 10, 0, 40, 30, 50]);
  const [, newest] = within(screen.getByRole('table', { name: title })).getAllByRole('row');
  expect(newest).toHaveTextContent('10 nov. 2026435');
});

it('compares with the days before, and states where there is nothing to compare or to show', async () => {
  const quiet = stats.paymentsByDay.map(({ day }) => ({ day, pending: 0, completed: 0, failed: 0 }));
  const view = renderPage(<FiguresPage />, { path: '/admin', fetch: () => ({ body: stats }) });
  expect(await screen.findByText(/^10 de plus \(\+200,0\s%\) que les 30 jours d’avant$/)).toBeVisible();
  expect(screen.getByText(/^Pas de comparaison\s: aucune valeur pour les 30 jours d’avant$/)).toBeVisible();
  view.unmount();
  renderPage(<FiguresPage />, {
    path: '/admin',
    fetch: () => ({ body: { ...stats, paymentsByDay: quiet } }),
  });
  expect(await screen.findByText('Rien à montrer pour cette période.')).toBeVisible();
  expect(screen.getByText('Chaque paiement créé comptera ici au jour de sa création.')).toBeVisible();
});

it('links each figure to its list', async () => {
  renderPage(<FiguresPage />, { path: '/admin', fetch: figuresFor(owner) });
  const leads = async (name: string | RegExp, to: string | RegExp) =>
    expect(await screen.findByRole('link', { name })).toHaveAttribute(
      'href',
      typeof to === 'string' ? to : expect.stringMatching(to),
    );
  await leads('12 Rejetés', /^\/admin\/users\?kyc_status=rejected$/);
  await leads('4 À envoyer', /^\/admin\/users\?kyc_status=unsent$/);
  await leads('13 Inactifs', /^\/admin\/users\?status=inactive$/);
  const today = `dateFrom=${bankToday()}&dateTo=${bankToday()}&dateOf=processed_at`;
  await leads('Voir les réussites', `/admin/transactions?status=completed&${today}`);
  await leads('Voir les échecs', `/admin/transactions?status=failed&${today}`);
  await leads('Voir les soldes', '/admin/users?sort=balance&order=desc');
  await leads('Voir ces paiements', /kind=outside_payment&dateFrom=2026-11-09&dateTo=2026-11-10$/);
});

it('links to what the staff roles let one read, and names the other figures without', async () => {
  const support = { ...owner, staff_permissions: { read: ['transactions:read'], change: [] } };
  renderPage(<FiguresPage />, { path: '/admin', fetch: figuresFor(support) });
  expect(await screen.findByRole('link', { name: 'Voir les réussites' })).toBeVisible();
  const places = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(places.filter((place) => !place?.startsWith('/admin/transactions'))).toEqual([]);
  expect(screen.getByText('Rejetés').closest('li')).toHaveTextContent('12');
});

it('displays a failure, and retries', async () => {
  await expectRetry(<FiguresPage />, 'Erreur de chargement', { path: '/', fetch: () => ({ body: stats }) });
  expect(await screen.findByText('203')).toBeInTheDocument();
});
