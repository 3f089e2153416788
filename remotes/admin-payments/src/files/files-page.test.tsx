import { type Answer, refused, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CreditFileDetail } from '@bank/contracts/credit-files';
import { FilesPage } from './files-page';

// Replaces XMLHttpRequest by the fake server's `fetch`.
jest.mock('@bank/client/fetch-with-progress', () => ({
  fetchWithProgress: (url: string, init: RequestInit) => fetch(url, init),
}));

signInBeforeEach();
const at = '2026-10-05T08:00:00.000Z';
const file: CreditFileDetail = {
  id: 7,
  source: 'staff',
  message_id: 'CAF-10',
  sender: 'CAISFRPPXXX',
  name: 'caf.xml',
  state: 'uploaded',
  fault: null,
  credits: 1_200,
  total: 14_808,
  booked: 0,
  booked_total: 0,
  returned: 0,
  uploaded_by: { id: 3, name: 'Ada B.' },
  received_at: at,
  finished_at: null,
  summary: {
    first: [
      {
        line: 1,
        credit: 2,
        transaction_id: 'T-1',
        amount: '12.34',
        currency: 'EUR',
        debtor: 'Caisse',
        creditor: 'Zoé',
        account: 'FR7699999000010000000000197',
        remittance: null,
      },
    ],
    errors: [
      { line: 1, credit: 9, reason: 'AC01' },
      { line: 1, reason: 'unclosed tag' },
    ],
    error_count: 31,
    returns: { AC01: 31 },
  },
  approval: null,
  can_submit: true,
};

/** The page of a server with one file, which stores what is asked of it. */
function renderFiles(
  changed: Partial<CreditFileDetail> = {},
  path = '/admin/credit-files',
  uploaded?: Answer,
) {
  const shown = { ...file, ...changed };
  return renderPage(<FilesPage />, {
    path,
    fetch: ({ path: called, method }) => {
      if (called === '/auth/me') return { body: { id: 1, role: 'admin' } };
      if (uploaded && method === 'POST') return uploaded;
      if (called.endsWith('/submit')) Object.assign(shown, { state: 'awaiting', can_submit: false });
      if (called.endsWith('/7') || method === 'POST') return { body: shown };
      return { body: { files: [shown], pagination: { page: 1, limit: 20, total: 1, pages: 1 } } };
    },
  });
}
const dialog = () => within(screen.getByRole('dialog', { name: 'Fichier n°\u00a07' }));

it('lists files, and opens what was seen in an uploaded one', async () => {
  const { asked } = renderFiles();
  const row = await screen.findByRole('row', { name: /CAF-10.*Déposé par Ada B\..*Déposé, à vérifier/ });
  expect(row).toHaveTextContent(/1\s200/);
  const chosen = new File(['<Document/>'], 'caf.xml', { type: 'application/xml' });
  await userEvent.upload(screen.getByLabelText(/Déposer un fichier de virements/), chosen);
  expect(await screen.findByRole('dialog', { name: 'Fichier n°\u00a07' })).toBeVisible();
  expect(await dialog().findByRole('row', { name: /2.*T-1.*Caisse.*12,34/ })).toBeVisible();
  expect(dialog().getByRole('row', { name: /Virement n°\s9.*aucun compte de la banque/ })).toBeVisible();
  expect(dialog().getByRole('row', { name: /Ligne 1.*unclosed tag/ })).toBeVisible();
  expect(dialog().getByText(/31 anomalies en tout/)).toBeVisible();
  expect(asked('/admin/credit-files')).toContain('/admin/credit-files');
});

it('leads to the file that is known already', async () => {
  const { status, body } = refused(409, 'CREDIT_FILE_KNOWN', 'Ce fichier est déjà connu de la banque.');
  renderFiles({}, undefined, { status, body: { ...(body as object), known_id: 7 } });
  const chosen = new File(['<Document/>'], 'caf.xml', { type: 'application/xml' });
  await userEvent.upload(await screen.findByLabelText(/Déposer un fichier de virements/), chosen);
  expect(await screen.findByRole('alert')).toHaveTextContent(/déjà connu/);
  await userEvent.click(screen.getByRole('link', { name: 'Voir le fichier' }));
  expect(await screen.findByRole('dialog', { name: 'Fichier n°\u00a07' })).toBeVisible();
});

it('asks for the second administrator', async () => {
  const { asked } = renderFiles({}, '/admin/credit-files?file=7');
  await userEvent.click(await screen.findByRole('button', { name: 'Demander la validation' }));
  expect(await screen.findByText(/La validation est demandée/)).toBeVisible();
  expect(asked('/admin/credit-files/7/submit')).toHaveLength(1);
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Demander la validation' })).not.toBeInTheDocument(),
  );
  await waitFor(() => expect(document.body).not.toHaveFocus());
});

const approval = { id: 4, status: 'pending', obstacle: null, requested_by: { id: 3, name: 'Ada B.' } };
const awaiting = (changed: object = {}) => ({
  state: 'awaiting' as const,
  can_submit: false,
  approval: { ...approval, ...changed } as unknown as CreditFileDetail['approval'],
});

it('lets another administrator approve, or refuse among the requests', async () => {
  const { asked } = renderFiles(awaiting(), '/admin/credit-files?file=7');
  expect(await screen.findByRole('link', { name: 'Refuser' })).toHaveAttribute(
    'href',
    '/admin/approvals?refuse=4',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Valider et comptabiliser' }));
  expect(await screen.findByText(/Le fichier est validé/)).toBeVisible();
  expect(asked('/admin/approvals/4/approve')).toHaveLength(1);
});

it('shows the uploader why another one must approve', async () => {
  renderFiles(awaiting({ obstacle: 'SECOND_APPROVER_REQUIRED' }), '/admin/credit-files?file=7');
  expect(await screen.findByText(/un autre administrateur doit la valider/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Valider et comptabiliser' })).not.toBeInTheDocument();
});

it('shows why a file is refused, and what was booked of one', async () => {
  renderFiles({ state: 'faulty', fault: 'AM10', can_submit: false }, '/admin/credit-files?file=7');
  expect(await screen.findByText(/Le total annoncé n’est pas celui des virements\. \(AM10\)/)).toBeVisible();
});
