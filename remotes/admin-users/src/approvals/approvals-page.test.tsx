import { refused, renderPage, rowOf, signInBeforeEach, pasteInto } from '../../../../tests/support/ui';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { StaffApproval } from '@bank/contracts/approvals';
import { ApprovalsPage } from './approvals-page';

signInBeforeEach();

const waiting: StaffApproval = {
  id: 7,
  kind: 'user_changed',
  status: 'pending',
  subject: { id: 2, name: 'Marie Lefèvre' },
  changes: [
    { field: 'balance', from: 12.5, to: 250_000 },
    { field: 'role', from: 'user', to: 'admin' },
  ],
  file: null,
  message: null,
  rule: null,
  case: null,
  motive: 'Héritage',
  password_link: true,
  requested_by: { id: 3, name: 'Sofia Benali' },
  requested_at: '2026-11-22T08:00:00.000Z',
  expires_at: '2026-11-29T08:00:00.000Z',
  decided_by: null,
  decided_at: null,
  reason: null,
  obstacle: null,
};
const list = (...approvals: StaffApproval[]) => ({
  body: { approvals, pagination: { page: 1, limit: 20, total: approvals.length, pages: 1 } },
});
const administrator = { id: 1, role: 'admin' };
const open = (path: string, approval = waiting, reader: object = administrator) =>
  renderPage(<ApprovalsPage />, {
    path,
    fetch: ({ path: called, method }) => {
      if (called === '/auth/me') return { body: reader };
      return method === 'GET' ? list(approval) : { body: { ...approval, status: 'approved' } };
    },
  });

it('lists the requester, the user and the change of each request', async () => {
  open('/admin/approvals');
  const row = await rowOf(/N°\s7.*Marie Lefèvre/);
  expect(row).toHaveTextContent(/Solde :\s*12,50\s€ → 250\s000,00\s€/);
  expect(row).toHaveTextContent(/Rôle :\s*Client → Admin/);
  expect(row).toHaveTextContent('Un lien pour choisir le mot de passe est envoyé par e-mail.');
  expect(row).toHaveTextContent(/Sofia Benali.*Motif : Héritage/);
  expect(row).toHaveTextContent('En attenteExpire le 29 nov. 2026, 09:00');
});

it('approves after a question that shows the changes', async () => {
  const { sent } = open('/admin/approvals?approve=7');
  const question = await screen.findByRole('alertdialog', { name: /^Valider la demande n°\s7/ });
  expect(question).toHaveTextContent(/concernée\s: Marie Lefèvre \(n°\s2\).*250\s000,00\s€.*Motif\s:/);
  await userEvent.click(within(question).getByRole('button', { name: 'Valider' }));
  expect(await screen.findByText('La demande n° 7 est validée et appliquée.')).toBeInTheDocument();
  expect(sent().map(({ path, body }) => [path, body])).toEqual([['/admin/approvals/7/approve', {}]]);
});

it('refuses with a reason alone', async () => {
  const { sent } = open('/admin/approvals?refuse=7');
  const dialog = await screen.findByRole('dialog', { name: /^Refuser la demande n°\s7/ });
  const refuse = within(dialog).getByRole('button', { name: 'Refuser' });
  await userEvent.click(refuse);
  expect(await within(dialog).findByRole('alert')).toBeInTheDocument();
  await pasteInto(within(dialog).getByLabelText(/^Motif/), 'Sans justificatif');
  await userEvent.click(refuse);
  expect(await screen.findByText('La demande n° 7 est refusée.')).toBeInTheDocument();
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    ['/admin/approvals/7/refuse', { reason: 'Sans justificatif' }],
  ]);
});

const own = {
  requested_by: { id: 1, name: 'Claire Martin' },
  obstacle: 'SECOND_APPROVER_REQUIRED',
} as const;

const promotion: StaffApproval['changes'] = [{ field: 'role', from: 'user', to: 'admin' }];
const permissions = ['approvals:decide', 'contacts:change'];
const clerk = { ...administrator, staff_permissions: { read: permissions, change: permissions } };

it('lets the requester withdraw a request', async () => {
  open('/admin/approvals?refuse=7', { ...waiting, ...own });
  const dialog = await screen.findByRole('dialog', { name: /^Retirer la demande n°\s7/ });
  await pasteInto(within(dialog).getByLabelText(/^Motif/), 'Devis annulé');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Retirer' }));
  expect(await screen.findByText('La demande n° 7 est retirée.')).toBeInTheDocument();
});

it.each([
  [own, /C’est votre demande/, 'Retirer'],
  [{ obstacle: 'APPROVER_TOO_NEW' }, /il y a moins de 24 heures/, 'Refuser'],
  [{ obstacle: 'OWN_USER_CHANGE', changes: promotion }, /Elle vous concerne/, 'Refuser'],
  [{ ...own, obstacle: 'OUTSIDE_ROLES' }, /Vos droits ne permettent pas/, 'Retirer'],
] as const)('displays why the reader may not approve: %j', async (changes, words, other) => {
  open('/admin/approvals?approve=7', { ...waiting, ...changes });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Valider/ })).toBeNull();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByRole('link', { name: `${other} la demande n°\u00a07` })).toBeVisible();
});

it.each([
  ['what is outside their roles', { obstacle: 'OUTSIDE_ROLES' }, clerk],
  [
    'what is about themselves, which is for owners',
    { obstacle: 'OWN_USER_CHANGE', changes: promotion },
    clerk,
  ],
  ['what is about money of their own', { obstacle: 'OWN_USER_CHANGE' }, administrator],
] as const)('lets the reader refuse nothing of %s', async (_what, changes, reader) => {
  open('/admin/approvals?refuse=7', { ...waiting, ...changes }, reader);
  expect(await rowOf(/N°\s7/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Refuser/ })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the colleague who decided a request meanwhile', async () => {
  const paul = { id: 5, name: 'Paul Morel' };
  const decided = { ...waiting, status: 'refused', reason: 'Sans pièce', decided_by: paul } as const;
  open('/admin/approvals?approve=7', decided);
  const dialog = await screen.findByRole('dialog', { name: 'Un collègue a décidé entre-temps' });
  expect(dialog).toHaveTextContent(/Paul Morel a refusé la demande n°\s7.*Motif\s: Sans pièce/);
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Fermer' })[0] as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  [
    'is withdrawn',
    { status: 'refused', decided_by: waiting.requested_by },
    /Sofia Benali a retiré la demande/,
  ],
  ['expires', { status: 'expired' }, /a expiré\s: personne n’a décidé à temps/],
  ['leaves the list of what waits', undefined, /n’attend plus de décision/],
] as const)('keeps an answer on the screen when what was to be decided %s', async (_how, changes, words) => {
  let now = [waiting];
  renderPage(<ApprovalsPage />, {
    path: '/admin/approvals?approve=7',
    fetch: ({ path, method }) => {
      if (path === '/auth/me') return { body: { id: 1, role: 'admin' } };
      if (method === 'GET') return list(...now);
      now = changes ? [{ ...waiting, ...changes }] : [];
      return refused(409, 'APPROVAL_NOT_PENDING', 'Cette demande n’attend plus.');
    },
  });
  const question = await screen.findByRole('alertdialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Valider' }));
  const over = await screen.findByText(words);
  expect(over.closest('dialog, [role=dialog]')).toBeVisible();
});

it.each([
  ['approve', 'alertdialog', 'Valider'],
  ['refuse', 'dialog', 'Refuser'],
] as const)(
  'keeps the answer on the screen of whom the roles to %s were taken from',
  async (act, role, name) => {
    let now = waiting;
    renderPage(<ApprovalsPage />, {
      path: `/admin/approvals?${act}=7`,
      fetch: ({ path, method }) => {
        if (path === '/auth/me') return { body: { id: 1, role: 'admin' } };
        if (method === 'GET') return list(now);
        now = { ...waiting, obstacle: 'OUTSIDE_ROLES' };
        return refused(403, 'OUTSIDE_ROLES', 'Vos droits ne le permettent pas.');
      },
    });
    const question = await screen.findByRole(role);
    if (act === 'refuse') await pasteInto(within(question).getByLabelText(/^Motif/), 'Sans justificatif');
    await userEvent.click(within(question).getByRole('button', { name }));
    expect(await screen.findByText(/^Vos droits ne permettent pas cette modification/)).toBeInTheDocument();
    expect(screen.getByText(/Vos droits ne le permettent pas/)).toBeInTheDocument();
    expect(question).toBeVisible();
  },
);

it('leads to the rule, message and case that a request is about, where the reader may open them', async () => {
  const rule = { field: 'rule', from: null, to: 'Gros montants (2)' } as const;
  const message = { id: 6, title_fr: 'Du nouveau', title_en: 'News' };
  const request = { ...waiting, changes: [rule], rule: { id: 4, version: 2 }, message, case: { id: 9 } };
  const first = open('/admin/approvals', request);
  expect(await screen.findByRole('link', { name: 'Gros montants (2)' })).toHaveAttribute(
    'href',
    '/admin/rules/4',
  );
  expect(screen.getByRole('link', { name: 'Ouvrir le dossier' })).toHaveAttribute('href', '/admin/cases/9');
  expect(screen.getByRole('link', { name: /Du nouveau/ })).toHaveAttribute('href', '/admin/messages/6');
  first.unmount();
  const reader = { id: 1, role: 'admin', staff_permissions: { read: ['approvals:decide'], change: [] } };
  renderPage(<ApprovalsPage />, {
    path: '/admin/approvals',
    fetch: ({ path }) => (path === '/auth/me' ? { body: reader } : list(request)),
  });
  expect(await screen.findByText('Gros montants (2)')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Gros montants (2)' })).toBeNull();
  expect(screen.getByText(/Du nouveau/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /Du nouveau/ })).toBeNull();
});

it('offers no decision on a decided request', async () => {
  open('/admin/approvals', {
    ...waiting,
    status: 'refused',
    reason: 'Non',
    decided_by: { id: 1, name: 'Claire Fontaine' },
  });
  expect(await screen.findByText('Claire Fontaine')).toBeVisible();
  expect(screen.queryByRole('link', { name: /la demande n°\s7/ })).toBeNull();
});
