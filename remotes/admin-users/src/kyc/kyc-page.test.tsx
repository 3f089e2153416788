import {
  type Call,
  expectRetry,
  press,
  recordSavedFiles,
  renderPage,
  type Server,
  signInBeforeEach,
} from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { publishLiveEvent } from '@bank/client/live-events';
import { KycPage } from './kyc-page';

signInBeforeEach();
beforeEach(() => void recordSavedFiles());

const submission = (id: number, rest: object = {}) => ({
  id,
  user_id: 40 + id,
  username: `client${id}`,
  email: `client${id}@example.org`,
  email_verified: true,
  firstName: 'Élodie',
  lastName: `Martin ${id}`,
  birthDate: '1990-05-17',
  address: '1 rue A, Paris',
  status: 'pending',
  submitted_at: '2026-11-20T16:45:00.000Z',
  reviewed_at: null,
  verificationDate: null,
  expiryDate: null,
  reason: null,
  reviewed_by: null,
  checked_at: null,
  findings: [],
  accountName: `Élodie Martin ${id}`,
  nameDiffers: false,
  documents: [
    { id: 10 * id, kind: 'identity', name: 'passeport.png', size: 2048, status: 'pending' },
    { id: 10 * id + 1, kind: 'address', name: 'facture.pdf', size: 1, status: 'pending' },
  ],
  ...rest,
});
const queue = (...submissions: object[]) => ({
  body: {
    submissions,
    pagination: { page: 1, limit: 20, total: submissions.length, pages: 1 },
  },
});
const me = { body: { id: 1, role: 'admin', first_name: 'Claire', last_name: 'Morel' } };

/** A server with some submissions, where `special` may respond in its place. */
const serverOf =
  (
    submissions: ReturnType<typeof submission>[],
    special: (call: Call) => ReturnType<Server> | undefined = () => undefined,
  ): Server =>
  (call) => {
    const own = special(call);
    if (own) return own;
    if (call.path === '/auth/me') return me;
    if (call.path.startsWith('/kyc/documents/')) return { body: 'file' };
    const [, id] = /^\/admin\/kyc\/(\d+)$/.exec(call.path) ?? [];
    if (id) {
      const found = submissions.find((one) => one.id === Number(id));
      return found ? { body: found } : { status: 404, body: { error: 'Absent.', code: 'NOT_FOUND' } };
    }
    return queue(...submissions);
  };
const button = (name: string) => screen.getByRole('button', { name });
const open = (id: number, server: Server) =>
  renderPage(<KycPage />, { path: `/admin/kyc?submission=${id}`, fetch: server });

it('lists pending submissions, and keeps filter and submission in the address', async () => {
  const { asked, place } = renderPage(<KycPage />, {
    path: '/admin/kyc?page=2&status=nonsense',
    fetch: serverOf([submission(1)]),
  });
  const link = await screen.findByRole('link', { name: 'Élodie Martin 1' });
  expect(asked('/admin/kyc')).toEqual(['/admin/kyc?page=2&limit=20']);
  expect(link.closest('tr')).toHaveTextContent(
    /client1@example\.org20 nov\. 2026, 17:45Envoyé il y a \d+ jours2Manque : selfieEn attente$/,
  );
  expect(button('En attente')).toHaveAttribute('aria-pressed', 'true');
  await press('Rejetés');
  expect(place()).toBe('/admin/kyc?status=rejected');
  await waitFor(() => expect(asked('/admin/kyc').at(-1)).toBe('/admin/kyc?status=rejected&page=1&limit=20'));
  await userEvent.click(await screen.findByRole('link', { name: 'Élodie Martin 1' }));
  expect(place()).toBe('/admin/kyc?status=rejected&submission=1');
  await press('Fermer');
  expect(place()).toBe('/admin/kyc?status=rejected');
});

it('shows the declared data beside the documents, and fetches a PDF only on request', async () => {
  const { asked } = open(1, serverOf([submission(1)]));
  const dialog = await screen.findByRole('dialog', { name: 'Élodie Martin 1' });
  expect(within(dialog).getByRole('region', { name: 'Ce que le client a déclaré' })).toHaveTextContent(
    /Date de naissance17 mai 1990Adresse1 rue A, Paris/,
  );
  expect(await within(dialog).findByRole('img', { name: 'Document passeport.png' })).toBeInTheDocument();
  const documents = () => asked('/kyc/');
  expect(documents()).toEqual(['/kyc/documents/10']);
  const opened = jest.spyOn(window, 'open').mockReturnValue(null);
  await press('Ouvrir dans un nouvel onglet\u00a0: facture.pdf');
  await waitFor(() => expect(opened).toHaveBeenCalledWith('blob:file', '_blank', 'noopener'));
  expect(documents()).toEqual(['/kyc/documents/10', '/kyc/documents/11']);
});

it('approves after a confirmation, and goes back to the list', async () => {
  const submissions = [submission(1), submission(2)];
  const { sent, place } = renderPage(<KycPage />, {
    path: '/admin/kyc',
    fetch: serverOf(submissions, ({ method }) => {
      if (method !== 'POST') return undefined;
      submissions.shift();
      return { body: submission(1, { status: 'approved' }) };
    }),
  });
  await userEvent.click(await screen.findByRole('link', { name: 'Élodie Martin 1' }));
  await press('Approuver');
  expect(screen.getByText(/vérifiée pour 2 ans/)).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await press('Confirmer l’approbation');
  expect(await screen.findByText('Dossier approuvé : Élodie Martin 1.')).toBeInTheDocument();
  expect(sent()).toMatchObject([{ path: '/admin/kyc/1/review', body: { status: 'approved' } }]);
  await waitFor(() => expect(place()).toBe('/admin/kyc'));
  await waitFor(() => expect(screen.getByRole('group', { name: 'Dossiers' })).toHaveFocus());
});

it('approves in two clicks and opens the next that can be decided by the reviewer', async () => {
  const submissions = [
    submission(1),
    submission(2, { user_id: 1 }),
    submission(4, { email_verified: false }),
    submission(3),
  ];
  const { sent, place } = renderPage(<KycPage />, {
    path: '/admin/kyc?submission=1',
    fetch: serverOf(submissions, ({ method }) => {
      if (method !== 'POST') return undefined;
      submissions.shift();
      return { body: submission(1, { status: 'approved' }) };
    }),
  });
  await screen.findByRole('link', { name: 'Élodie Martin 3' });
  await press('Approuver');
  await press('Approuver et suivant');
  await waitFor(() => expect(place()).toBe('/admin/kyc?submission=3'));
  expect(sent()).toMatchObject([{ path: '/admin/kyc/1/review', body: { status: 'approved' } }]);
  expect(await screen.findByRole('dialog', { name: 'Élodie Martin 3' })).toBeInTheDocument();
});

it('rejects with a reason, ready-made or not, and not without', async () => {
  const { sent } = open(
    1,
    serverOf([submission(1)], ({ method }) => (method === 'POST' ? { status: 500 } : undefined)),
  );
  await press('Rejeter');
  await press('Rejeter');
  expect(await screen.findByRole('textbox', { name: /^Motif/ })).toHaveAccessibleDescription(/obligatoire/);
  expect(sent()).toEqual([]);
  await userEvent.selectOptions(
    screen.getByLabelText('Motifs fréquents'),
    'La pièce d’identité n’est plus valable.',
  );
  await userEvent.type(screen.getByRole('textbox', { name: /^Motif/ }), ' Elle a expiré en mai.');
  await press('Rejeter');
  expect(await screen.findByText(/Votre décision n’a pas pu être enregistrée/)).toBeInTheDocument();
  expect(sent()).toMatchObject([
    { body: { status: 'rejected', reason: 'La pièce d’identité n’est plus valable. Elle a expiré en mai.' } },
  ]);
  expect(screen.getByRole('textbox', { name: /^Motif/ })).toHaveValue(
    'La pièce d’identité n’est plus valable. Elle a expiré en mai.',
  );
});

it('names the documents to do again, with what is wrong', async () => {
  const { sent } = open(
    1,
    serverOf([submission(1)], ({ method }) => (method === 'POST' ? { status: 500 } : undefined)),
  );
  await press('Rejeter');
  await userEvent.selectOptions(screen.getByLabelText('Pièce d’identité (passeport.png)'), 'other');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Motif' }), 'Presque bon.');
  await press('Rejeter');
  expect(await screen.findByText('Dites ce qui ne va pas.')).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await userEvent.type(screen.getByLabelText(/^Précision pour passeport.png/), 'Sans reflet.');
  await press('Rejeter');
  await screen.findByText(/Votre décision n’a pas pu être enregistrée/);
  const documents = [{ id: 10, fault: 'other', text: 'Sans reflet.' }];
  expect(sent()).toMatchObject([{ body: { status: 'rejected', reason: 'Presque bon.', documents } }]);
});

it('displays that a colleague was quicker', async () => {
  const submissions = [submission(1)];
  open(
    1,
    serverOf(submissions, ({ method }) => {
      if (method !== 'POST') return undefined;
      submissions[0] = submission(1, { status: 'rejected', reason: 'Illisible' });
      return { status: 409, body: { error: 'Décidé.', code: 'KYC_NOT_PENDING', request_id: 'r' } };
    }),
  );
  await press('Approuver');
  await press('Confirmer l’approbation');
  expect(await screen.findByText('Un collègue vient de décider de ce dossier.')).toBeInTheDocument();
  expect(screen.getByText('Illisible')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Approuver' })).not.toBeInTheDocument();
});

it('names the colleague who decided first, and keeps the typed rejection', async () => {
  const submissions = [submission(1)];
  const camille = { status: 'approved', reviewed_by: 'person', decided_by: { id: 7, name: 'Camille Duval' } };
  open(
    1,
    serverOf(submissions, ({ method }) => {
      if (method !== 'POST') return undefined;
      submissions[0] = submission(1, camille);
      return { status: 409, body: { error: 'Décidé.', code: 'KYC_NOT_PENDING', request_id: 'r' } };
    }),
  );
  await press('Rejeter');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Motif' }), 'Illisible.');
  await press('Rejeter');
  expect(await screen.findByText(/^Camille Duval a décidé de ce dossier.*Approuvé\.$/)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Motif' })).toHaveValue('Illisible.');
  // The customer then sends other documents.
  submissions.length = 0;
  act(() => publishLiveEvent({ type: 'kyc_queue', data: { id: 1, status: 'pending' } }));
  expect(await screen.findByText('Ce dossier n’existe plus')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Motif' })).toHaveValue('Illisible.');
});

it('is read again after an event that came during its first read', async () => {
  let release: (answer: object) => void = () => undefined;
  const first = new Promise<object>((resolve) => (release = resolve));
  let reads = 0;
  const base = serverOf([submission(1)]);
  open(1, (call) => {
    if (call.method !== 'GET' || call.path !== '/admin/kyc/1') return base(call);
    reads += 1;
    return reads === 1 ? first.then((body) => ({ body })) : { body: submission(1, { status: 'approved' }) };
  });
  await waitFor(() => expect(reads).toBe(1));
  act(() => publishLiveEvent({ type: 'kyc_queue', data: { id: 1, status: 'approved' } }));
  await act(async () => release(submission(1)));
  await waitFor(() => expect(reads).toBe(2));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approuver' })).not.toBeInTheDocument());
});

it('does not take one’s own decision, whose answer was lost, for a colleague’s', async () => {
  const submissions = [submission(1)];
  open(
    1,
    serverOf(submissions, ({ method }) => {
      if (method !== 'POST') return undefined;
      submissions[0] = submission(1, { status: 'approved', decided_by: { id: 1, name: 'Claire Morel' } });
      return { status: 409, body: { error: 'Décidé.', code: 'KYC_NOT_PENDING', request_id: 'r' } };
    }),
  );
  await press('Approuver');
  await press('Confirmer l’approbation');
  expect(await screen.findByText(/^Vous avez déjà décidé de ce dossier/)).toBeInTheDocument();
});

it('leaves one’s own submission to a colleague, and displays when one no longer exists', async () => {
  const { unmount } = open(1, serverOf([submission(1, { user_id: 1 })]));
  expect(await screen.findByText(/C’est votre propre dossier/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Approuver' })).not.toBeInTheDocument();
  unmount();
  open(9, serverOf([submission(1)]));
  expect(await screen.findByText('Ce dossier n’existe plus')).toBeInTheDocument();
});

it('shows that a submission waits for the customer’s e-mail address, in place of the decision', async () => {
  open(1, serverOf([submission(1, { email_verified: false })]));
  expect(await screen.findByText(/attend que le client confirme son adresse e-mail/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approuver' })).not.toBeInTheDocument();
});

it('counts new submissions, and shows them only on request', async () => {
  const submissions = [submission(1)];
  const { asked } = renderPage(<KycPage />, { path: '/admin/kyc', fetch: serverOf(submissions) });
  await screen.findByRole('link', { name: 'Élodie Martin 1' });
  submissions.push(submission(2), submission(3));
  act(() => {
    publishLiveEvent({ type: 'kyc_queue', data: { id: 2, status: 'pending' } });
    publishLiveEvent({ type: 'kyc_queue', data: { id: 3, status: 'pending' } });
    publishLiveEvent({ type: 'kyc_queue', data: { id: 4, status: 'approved' } });
  });
  expect(screen.getByText('2 nouveaux')).toBeInTheDocument();
  expect(asked('/admin/kyc')).toHaveLength(1);
  await press('Actualiser');
  expect(await screen.findByRole('link', { name: 'Élodie Martin 3' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('2 nouveaux')).not.toBeInTheDocument());
});

it('counts no new submission where only one’s own are listed', async () => {
  renderPage(<KycPage />, { path: '/admin/kyc?mine=mine', fetch: serverOf([submission(1)]) });
  await screen.findByRole('link', { name: 'Élodie Martin 1' });
  act(() => publishLiveEvent({ type: 'kyc_queue', data: { id: 2, status: 'pending' } }));
  expect(screen.queryByText('1 nouveau')).not.toBeInTheDocument();
});

it('displays an empty list and a failure', async () => {
  const path = '/admin/kyc';
  await expectRetry(<KycPage />, 'Les dossiers n’ont pas pu être chargés', { path, fetch: () => queue() });
  expect(await screen.findByText('Aucun dossier en attente')).toBeInTheDocument();
});

it('keeps the space of the number of files where they could not be loaded, so that the link beside it stays', async () => {
  renderPage(<KycPage />, { path: '/admin/kyc', fetch: () => ({ status: 500 }) });
  await screen.findByText('Les dossiers n’ont pas pu être chargés');
  expect(screen.getByText(/^10\sdossiers/)).toHaveAttribute('aria-hidden', 'true');
});

it('does not take one’s own empty list for everything', async () => {
  renderPage(<KycPage />, { path: '/admin/kyc?mine=mine', fetch: serverOf([]) });
  expect(await screen.findByText('Aucun dossier ne correspond à ces filtres')).toBeInTheDocument();
});

it('marks a file in another name than the account’s, in the list and beside what was declared', async () => {
  const other = submission(1, { nameDiffers: true, accountName: 'Zoé Roy' });
  open(1, serverOf([other, submission(2)]));
  expect(await screen.findByText(/Le compte est au nom de Zoé Roy/)).toBeInTheDocument();
  const table = screen.getByRole('table', { hidden: true });
  expect(within(table).getAllByText('Autre nom')).toHaveLength(1);
});

it('shows what the automated check found beside its document, and begins a decision by keyboard', async () => {
  const findings = [
    {
      code: 'document_missing',
      severity: 'doubt',
      document_id: null,
      place: null,
      values: { kind: 'selfie' },
    },
    {
      code: 'sanctions_list',
      severity: 'objection',
      document_id: null,
      place: null,
      values: { entry: 'w-6', name: 'Octave Malendroit', countries: 'FR;MC', likeness: '0.914' },
    },
    {
      code: 'sanctions_list',
      severity: 'objection',
      document_id: null,
      place: null,
      values: { entry: 'w-9', name: 'Ignat', countries: '', likeness: '0.9' },
    },
    {
      code: 'expired',
      severity: 'objection',
      document_id: 10,
      values: { expiryDate: '2020-01-02' },
      place: { x: 0.1, y: 0.7, width: 0.8, height: 0.2 },
    },
  ];
  open(1, serverOf([submission(1, { findings, checked_at: '2026-11-20T16:45:30.000Z' })]));
  const whole = await screen.findByRole('list', { name: 'Constats sur le dossier' });
  expect(whole).toHaveTextContent('Il manque : Selfie avec la pièce d’identité.');
  expect(whole).toHaveTextContent(/Octave Malendroit \(France, Monaco\) de la liste de sanctions, à 91,4\s%/);
  expect(whole).toHaveTextContent('Ignat (pays non précisé)');
  const own = screen.getByRole('list', { name: 'Constats sur passeport.png' });
  expect(own).toHaveTextContent('Le document n’est plus valable depuis le 2 janv. 2020.');
  const picture = await screen.findByRole('img', { name: 'Document passeport.png' });
  Object.defineProperties(picture, { naturalWidth: { value: 1_000 }, naturalHeight: { value: 500 } });
  act(() => void picture.dispatchEvent(new Event('load')));
  const mark = picture.parentElement?.querySelector('rect');
  expect([mark?.getAttribute('x'), mark?.getAttribute('y'), mark?.dataset.severity]).toEqual([
    '100',
    '350',
    'objection',
  ]);
  await userEvent.keyboard('{Alt>}r{/Alt}');
  const reason = await screen.findByLabelText('Motif');
  await userEvent.type(reason, 'a');
  await userEvent.keyboard('{Alt>}a{/Alt}');
  expect(reason).toBeInTheDocument();
});
