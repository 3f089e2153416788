import {
  expectRetry,
  press,
  recordSavedFiles,
  refused,
  renderPage,
  type Server,
  signInBeforeEach,
  marie,
} from '../../../../tests/support/ui';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AccountPage } from './account-page';
import { nextMonth, runningMonth } from './months';

signInBeforeEach();

const account = {
  id: 1007,
  currency: 'EUR',
  account_number: 'FR7699999000010127005674754',
  bic: 'BPCSFRPPXXX',
  current_balance: 10,
  available_balance: 10,
  status: 'open',
  opened_at: '2026-01-04T09:00:00.000Z',
};
const months = ['2026-10', '2026-09'];

const server =
  (found = months): Server =>
  ({ path }) => {
    if (path === '/auth/me') return { body: marie };
    if (path === '/accounts') return { body: { accounts: [account] } };
    if (path.endsWith('/statements')) return { body: { months: found } };
    return { body: 'file', headers: { 'content-disposition': 'attachment; filename="file.pdf"' } };
  };

const details = () => screen.findByRole('region', { name: 'Vos coordonnées bancaires' });
const statements = () => screen.findByRole('region', { name: 'Relevés' });

afterEach(() => Reflect.deleteProperty(navigator, 'share'));

it('shows the bank details with the parts of the RIB', async () => {
  renderPage(<AccountPage />, { fetch: server() });
  const region = within(await details());
  expect(region.getByText('Marie Lefèvre')).toBeInTheDocument();
  expect(region.getByText('FR76 9999 9000 0101 2700 5674 754')).toBeInTheDocument();
  expect(region.getByText('BPCSFRPPXXX')).toBeInTheDocument();
  expect(region.getByText('Bank PCS Paris')).toBeInTheDocument();
  await userEvent.click(region.getByText('Détail du RIB'));
  for (const part of ['99999', '00001', '01270056747', '54']) expect(region.getByText(part)).toBeVisible();
  expect(region.queryByRole('button', { name: 'Partager' })).not.toBeInTheDocument();
});

it('copies the IBAN without blanks, and everything as text', async () => {
  const person = userEvent.setup();
  renderPage(<AccountPage />, { fetch: server() });
  await person.click(await screen.findByRole('button', { name: 'Copier\u00a0: IBAN' }));
  expect(await navigator.clipboard.readText()).toBe(account.account_number);
  expect(await screen.findByText('IBAN : copié.')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Tout copier' }));
  expect(await navigator.clipboard.readText()).toBe(
    'Titulaire\u00a0: Marie Lefèvre\nIBAN\u00a0: FR76 9999 9000 0101 2700 5674 754\nBIC\u00a0: BPCSFRPPXXX\nDomiciliation\u00a0: Bank PCS Paris',
  );
});

it('shares where the browser can, and reports a failure unless the person gave up', async () => {
  const share = jest.fn().mockRejectedValueOnce(new DOMException('', 'AbortError'));
  Object.assign(navigator, { share });
  renderPage(<AccountPage />, { fetch: server() });
  await press('Partager');
  expect(share).toHaveBeenCalledWith({
    title: 'Coordonnées bancaires de Marie Lefèvre',
    text: expect.stringContaining('IBAN\u00a0: FR76 9999') as string,
  });
  expect(screen.queryByText(/partage n’a pas fonctionné/)).not.toBeInTheDocument();
  share.mockRejectedValueOnce(new DOMException('', 'DataError'));
  await press('Partager');
  expect(await screen.findByText(/partage n’a pas fonctionné/)).toBeInTheDocument();
});

it('saves the RIB and each month in three formats', async () => {
  recordSavedFiles();
  const { asked } = renderPage(<AccountPage />, { fetch: server() });
  await press('Télécharger le RIB (PDF)');
  expect(await screen.findByText('Votre fichier est prêt.')).toBeInTheDocument();
  for (const format of ['PDF', 'CSV', 'camt.053']) await press(`${format}, octobre 2026`);
  await press('PDF, septembre 2026');
  expect(asked('/accounts/1007').slice(1)).toEqual([
    '/accounts/1007/rib',
    '/accounts/1007/statements/2026-10?format=pdf',
    '/accounts/1007/statements/2026-10?format=csv',
    '/accounts/1007/statements/2026-10?format=camt053',
    '/accounts/1007/statements/2026-09?format=pdf',
  ]);
});

it('displays the server’s reason when a file is refused', async () => {
  const reason = 'Ce mois compte trop d’opérations pour un PDF.';
  const fetch: Server = (call) =>
    call.path.includes('format=') ? refused(422, 'STATEMENT_TOO_LONG', reason) : server()(call);
  renderPage(<AccountPage />, { fetch });
  await press('PDF, octobre 2026');
  expect(await screen.findByText(reason)).toBeInTheDocument();
});

it('announces the next statement, also when there is none yet', async () => {
  renderPage(<AccountPage />, { fetch: server([]) });
  const region = within(await statements());
  expect(await region.findByText('Aucun relevé pour le moment')).toBeInTheDocument();
  expect(region.getByText(/^Le relevé de \S+ \d{4} arrive le 1 \S+ \d{4}\.$/)).toBeInTheDocument();
});

it('offers no closed account as one that receives money, and keeps its statements', async () => {
  const closed = { ...account, id: 1008, currency: 'USD', status: 'closed' };
  const fetch: Server = (call) =>
    call.path === '/accounts' ? { body: { accounts: [account, closed] } } : server()(call);
  renderPage(<AccountPage />, { path: '/dashboard/account?account=1008', fetch });
  expect(await screen.findByRole('option', { name: /^USD – .* \(fermé\)$/ })).toBeInTheDocument();
  expect(screen.getByRole('option', { name: /^EUR – [^(]*$/ })).toBeInTheDocument();
  const region = within(await details());
  expect(region.getByText('Compte fermé')).toBeVisible();
  expect(region.queryByRole('button', { name: /RIB/ })).not.toBeInTheDocument();
  expect(region.queryByRole('button', { name: 'Tout copier' })).not.toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'PDF, octobre 2026' })).toBeVisible();
  expect(screen.queryByText(/arrive le/)).not.toBeInTheDocument();
});

it('shows a year of months, and the older ones on request', async () => {
  const many = Array.from(
    { length: 15 },
    (_, at) => `${2026 - Math.floor(at / 12)}-${String(12 - (at % 12)).padStart(2, '0')}`,
  );
  renderPage(<AccountPage />, { fetch: server(many) });
  const count = async () => within(await statements()).getAllByRole('button', { name: /^PDF/ }).length;
  await screen.findByRole('button', { name: 'PDF, décembre 2026' });
  expect(await count()).toBe(12);
  await press('Afficher 3 relevés plus anciens');
  expect(await count()).toBe(15);
  expect(screen.queryByRole('button', { name: /plus ancien/ })).not.toBeInTheDocument();
});

it('retries after a failure', async () => {
  await expectRetry(<AccountPage />, 'Impossible de récupérer vos coordonnées bancaires', {
    path: '/dashboard/account',
    fetch: server(),
    fail: (call) => (call.path === '/accounts' ? { status: 500 } : server()(call)),
  });
  expect(await details()).toBeInTheDocument();
});

it('the month after December is January', () => {
  expect(nextMonth('2026-12')).toBe('2027-01');
  expect(nextMonth('2026-01')).toBe('2026-02');
  expect(runningMonth()).toMatch(/^\d{4}-\d\d$/);
});
