import { renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DirectDebitsPage } from './direct-debits-page';

signInBeforeEach();

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const creditor = { creditor_id: 'FR72ZZZ123456', creditor_name: 'Énergie du Fleuve' };
const debit = (id: number, status: string, more: object = {}) => ({
  id,
  mandate_id: 5,
  ...creditor,
  mandate_reference: 'M-1',
  amount: 39.9,
  currency: 'EUR',
  description: 'Facture 7',
  due_on: dayFromNow(0),
  status,
  reason_code: null,
  held_until: null,
  booked_at: null,
  refundable_until: null,
  contestable_until: null,
  ...more,
});
const held = debit(1, 'held', { held_until: '2027-01-05T10:00:00.000Z' });
const fresh = debit(2, 'booked', { refundable_until: dayFromNow(30), contestable_until: dayFromNow(300) });
const old = debit(3, 'booked', {
  creditor_name: 'Vieux Gaz',
  refundable_until: dayFromNow(-3),
  contestable_until: dayFromNow(200),
});
const coming = debit(4, 'upcoming', { creditor_name: 'Eau Claire', due_on: dayFromNow(9) });
const refused = debit(6, 'refused', { creditor_name: 'Sans Provision', reason_code: 'AM04' });
const mandate = {
  id: 5,
  ...creditor,
  reference: 'M-1',
  signed_on: '2024-03-18',
  status: 'active',
  last: { amount: 39.9, currency: 'EUR', day: dayFromNow(-2) },
  next: null,
  created_at: '2026-01-01T00:00:00.000Z',
};

interface Answers {
  debits?: object[];
  mandates?: object[];
  settings?: object;
  /** The answer to every change. */
  changed?: { status?: number; body?: object };
  /** What the lists wait for once the rules were saved. */
  later?: Promise<void>;
}

function renderDebits({ debits = [], mandates = [], settings, changed = {}, later }: Answers = {}) {
  const saved = settings ?? { mode: 'all', creditors: [] };
  let isSaved = false;
  return renderPage(<DirectDebitsPage />, {
    path: '/dashboard/direct-debits',
    fetch: async ({ path, method, body }) => {
      if (method === 'PUT') {
        isSaved = true;
        return { body: { ...saved, ...(body as object) } };
      }
      if (isSaved) await later;
      if (method !== 'GET') return { status: changed.status ?? 200, body: changed.body ?? fresh };
      if (path.startsWith('/mandates')) return { body: { mandates } };
      if (path.startsWith('/settings')) return { body: saved };
      const rows = path.includes('status=held') ? debits.filter((each) => each === held) : debits;
      return {
        body: { direct_debits: rows, pagination: { page: 1, limit: 20, total: rows.length, pages: 1 } },
      };
    },
  });
}
const button = (name: RegExp | string) => screen.findByRole('button', { name });

it('asks about a possible double, and sends the answer once', async () => {
  const { sent } = renderDebits({ debits: [held], mandates: [mandate] });
  const question = await screen.findByRole('region', {
    name: 'Prélevé deux fois par Énergie du Fleuve\u00a0?',
  });
  expect(question).toHaveTextContent(/39,90.*une seconde fois en cinq jours/);
  expect(question).toHaveTextContent(/Sans réponse, il passe le 5 janv\. 2027/);
  await userEvent.click(within(question).getByRole('button', { name: 'Refuser' }));
  expect(await screen.findByText('Le prélèvement est renvoyé à son créancier.')).toBeVisible();
  expect(sent().map(({ path }) => path)).toEqual(['/direct-debits/1/refuse']);
});

it('lets a held one pass, or gives the reason why not', async () => {
  const body = { error: 'Le solde ne suffit pas.', code: 'INSUFFICIENT_FUNDS', request_id: 'r' };
  const { sent } = renderDebits({ debits: [held], changed: { status: 422, body } });
  await userEvent.click(await button(/^Laisser passer 39,90/));
  expect(await screen.findByText('Le solde ne suffit pas.')).toBeVisible();
  expect(sent().map(({ path }) => path)).toEqual(['/direct-debits/1/pass']);
});

it.each([
  ['a blocked mandate', { mandates: [{ ...mandate, status: 'blocked' }] }],
  ['the rule for nobody', { settings: { mode: 'none', creditors: [] } }],
  ['a list without its creditor', { settings: { mode: 'listed', creditors: ['DE98ZZZ09999999999'] } }],
])('shows that a coming one will be refused by %s', async (_what, answers) => {
  renderDebits({ debits: [coming], ...answers });
  expect(await screen.findByText(/^Sera refusé/)).toBeVisible();
});

it.each([
  ['an active mandate', { mandates: [mandate] }],
  ['a list with its creditor', { settings: { mode: 'listed', creditors: [creditor.creditor_id] } }],
])(
  'shows nothing of a coming one with %s, and that a double was refused by the customer',
  async (_what, answers) => {
    renderDebits({ debits: [coming, debit(8, 'returned', { reason_code: 'MD06' })], ...answers });
    expect(await screen.findByText(/^Vous l’avez refusé.*rien n’a été débité\.$/)).toBeVisible();
    await screen.findByText('Qui peut me prélever');
    await screen.findByRole('button', { name: 'Enregistrer' });
    expect(screen.queryByText(/^Sera refusé/)).toBeNull();
  },
);

it('offers a refund with its deadline, and a reason that need not be given', async () => {
  const { sent } = renderDebits({ debits: [fresh, old, refused] });
  expect(await screen.findByText(/^Remboursable jusqu’au/)).toBeVisible();
  expect(screen.getByText('Le solde du compte ne suffisait pas.')).toBeVisible();
  await userEvent.click(await button(/^Rembourser le prélèvement de Énergie du Fleuve/));
  const dialog = await screen.findByRole('dialog', { name: 'Demander le remboursement' });
  await userEvent.click(within(dialog).getByRole('button', { name: /^Demander 39,90/ }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ path: '/direct-debits/2/refund', body: {} });
  expect(await screen.findByText('Le prélèvement est remboursé.')).toBeVisible();
});

it('explains a missing mandate, and keeps the choice after a failure', async () => {
  const body = { error: 'Le délai est passé.', code: 'REFUND_PERIOD_OVER', request_id: 'r' };
  renderDebits({ debits: [fresh], changed: { status: 422, body } });
  await userEvent.click(await button(/^Rembourser le prélèvement/));
  const dialog = await screen.findByRole('dialog');
  const reason = within(dialog).getByLabelText(/^Motif/);
  await userEvent.selectOptions(reason, 'no_mandate');
  expect(reason).toHaveAccessibleDescription(/Le mandat sera bloqué/);
  await userEvent.click(within(dialog).getByRole('button', { name: /^Demander/ }));
  expect(await within(dialog).findByText('Le délai est passé.')).toBeVisible();
  expect(reason).toHaveValue('no_mandate');
});

it('after eight weeks asks whether there was no mandate', async () => {
  const { sent } = renderDebits({ debits: [old] });
  await userEvent.click(await button(/^Contester le prélèvement de Vieux Gaz/));
  const dialog = await screen.findByRole('alertdialog', { name: 'Vous n’aviez pas signé de mandat\u00a0?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Je n’ai pas signé de mandat' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ reason: 'no_mandate' });
});

it('refuses a future collection after a confirmation', async () => {
  const { sent } = renderDebits({ debits: [coming] });
  await userEvent.click(await button(/^Refuser le prélèvement de Eau Claire/));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent(/39,90/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Refuser le prélèvement' }));
  expect(await screen.findByText('Le prélèvement de Eau Claire est refusé.')).toBeVisible();
  expect(sent().map(({ path }) => path)).toEqual(['/direct-debits/4/refuse']);
});

it('blocks a creditor', async () => {
  const { sent } = renderDebits({ mandates: [mandate] });
  const row = await screen.findByRole('row', { name: /Énergie du Fleuve.*ICS FR72ZZZ123456.*39,90/ });
  await userEvent.click(within(row).getByRole('button', { name: 'Bloquer Énergie du Fleuve, mandat M-1' }));
  expect(await screen.findByText(/est bloqué : ses prélèvements seront refusés/)).toBeVisible();
  expect(sent().map(({ path }) => path)).toEqual(['/mandates/5/block']);
});

it('saves a list of creditors, and keeps a wrong identifier that was typed', async () => {
  const { sent } = renderDebits({ mandates: [mandate] });
  await userEvent.selectOptions(await screen.findByLabelText(/^Qui peut prélever/), 'listed');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Énergie du Fleuve' }));
  const other = screen.getByLabelText(/^Autre créancier/);
  await userEvent.type(other, 'FR73ZZZ123456');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Cet identifiant de créancier (ICS) n’est pas valable.')).toBeVisible();
  expect(other).toHaveValue('FR73ZZZ123456');
  expect(sent()).toHaveLength(0);
  await userEvent.clear(other);
  await userEvent.type(other, 'de98 zzz 09999999999');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Vos règles sont enregistrées.')).toBeVisible();
  const creditors = ['FR72ZZZ123456', 'DE98ZZZ09999999999'];
  expect(sent().map(({ body }) => body)).toEqual([{ mode: 'listed', creditors }]);
});

it('reports at once that the rules are saved, with the new creditor, however slow the lists are', async () => {
  let answer = () => {};
  const later = new Promise<void>((resolve) => (answer = resolve));
  renderDebits({ mandates: [mandate], settings: { mode: 'listed', creditors: [] }, later });
  await userEvent.type(await screen.findByLabelText(/^Autre créancier/), 'DE98ZZZ09999999999');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Vos règles sont enregistrées.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'DE98ZZZ09999999999' })).toBeChecked();
  answer();
});

it('shows the rules that another tab has saved since', async () => {
  const settings = { mode: 'all', creditors: [] as string[] };
  renderDebits({ mandates: [mandate], settings });
  const rule = await screen.findByRole('combobox', { name: 'Qui peut prélever' });
  expect(rule).toHaveValue('all');
  Object.assign(settings, { mode: 'listed', creditors: [mandate.creditor_id] });
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(rule).toHaveValue('listed'));
  expect(await screen.findByRole('checkbox', { name: mandate.creditor_name })).toBeChecked();
});

it('describes the empty list', async () => {
  renderDebits();
  expect(await screen.findByText('Aucun prélèvement')).toBeVisible();
  expect(screen.getByText('Aucun mandat')).toBeVisible();
});

it('offers to try again what could not be loaded', async () => {
  renderPage(<DirectDebitsPage />, {
    path: '/dashboard/direct-debits',
    fetch: () => ({ status: 500, body: { error: 'x', code: 'INTERNAL', request_id: 'r' } }),
  });
  expect(await screen.findByText('Impossible de récupérer vos prélèvements')).toBeVisible();
  expect(screen.getByText('Impossible de récupérer vos mandats')).toBeVisible();
  expect(screen.getByText('Impossible de récupérer vos réglages')).toBeVisible();
});
