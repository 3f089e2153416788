import type { RowOutcome } from '@bank/contracts/slices';
import {
  type Answer,
  type Call,
  press,
  refused,
  renderPage,
  signInBeforeEach,
  unreachable,
} from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { publishLiveEvent } from '@bank/client/live-events';
import { PaymentsPage } from './payments-page';

signInBeforeEach();
const claire = { id: 1, username: 'admin', role: 'admin', first_name: 'Claire', last_name: 'Fontaine' };
const stageOf = { pending: 'awaiting_approval', completed: 'settled', failed: 'rejected' } as const;
const payment = (id: number, changed: { status?: keyof typeof stageOf; [name: string]: unknown } = {}) => ({
  id,
  reference: `PAY-${id}`,
  amount: 100 + id,
  currency: 'EUR',
  recipient_account: 'FR7630006000011234567890189',
  payment_method: 'sepa_transfer',
  status: 'pending',
  stage: stageOf[changed.status ?? 'pending'],
  decided_by: changed.processed_by ? 'person' : null,
  execution_date: null,
  end_to_end_id: null,
  reason_code: null,
  in_doubt: false,
  recall: null,
  stages: [],
  messages: [],
  created_at: '2026-11-20T10:00:00.000Z',
  processed_at: null,
  risk: { level: 'low', score: 2.7, reasons: ['new_recipient'] },
  payee: null,
  sanctions: [],
  user_id: 7,
  awaiting: null,
  first_approved_by: null,
  recipient_name: 'Anne Durand',
  holder: 'Marie Lefèvre',
  risk_points: [{ reason: 'new_recipient', points: 1.5 }],
  description: 'Facture',
  reason: null,
  first_approved_at: null,
  processed_by: null,
  account: {
    user_id: 7,
    holder: 'Marie Lefèvre',
    status: 'active',
    kyc_status: 'approved',
    account_number: 'FR7699999000010815862421909',
    current_balance: 500,
    available_balance: 400,
    overdraft_limit: 500,
    transfer_limit: 10000,
  },
  ...changed,
});
type Stored = ReturnType<typeof payment>;

/** The centre over a server that holds these payments and responds to decisions by `decide`. */
function renderCentre(payments: Stored[], decide: (call: Call) => Answer = unreachable, path = '') {
  let held = Promise.resolve();
  const summary = () => ({ pending: payments.length, completed: 0, failed: 0, volume: 0 });
  const view = renderPage(<PaymentsPage />, {
    path: `/admin/validate-payments${path}`,
    fetch: (call) => {
      const id = Number(/^\/paiement\/(\d+)$/.exec(call.path)?.[1]);
      if (call.path === '/auth/me') return { body: claire };
      if (call.path === '/settings/2fa') return { body: { enabled: false, recovery_codes_left: 0 } };
      if (call.method === 'POST') return decide(call);
      if (id) return { body: payments.find((each) => each.id === id) };
      const pagination = { page: 1, limit: 20, total: payments.length, pages: 1 };
      const body = { payments: [...payments].reverse(), summary: summary(), pagination };
      return held.then(() => ({ body }));
    },
  });
  return {
    ...view,
    /** Holds the lists that are read from now on, until the returned function is called. */
    hold: () => {
      let letIn = () => undefined as void;
      held = new Promise((resolve) => (letIn = resolve));
      return letIn;
    },
    keys: () => view.sent().map(({ headers }) => headers.get('Idempotency-Key')),
    change: (id: number, changed: Parameters<typeof payment>[1]) =>
      payments.splice(
        payments.findIndex((each) => each.id === id),
        1,
        payment(id, changed),
      ),
  };
}

const row = (id: number) => screen.getByRole('row', { name: new RegExp(`PAY-${id}`) });
const open = async (id: number, action: string) => {
  await screen.findByRole('rowheader', { name: `PAY-${id}` });
  await userEvent.click(within(row(id)).getByRole('button', { name: new RegExp(action) }));
};

it('approves with the placeholder, sends a retry under the same key, and shows the row decided', async () => {
  let isDown = true;
  const centre = renderCentre([payment(1), payment(2)], () => {
    if (isDown) return unreachable();
    centre.change(1, { status: 'completed', processed_by: { id: 1, name: 'Claire Fontaine' } });
    return { body: { success: true, reference: 'PAY-1' } };
  });
  await open(1, 'Approuver');
  const approve = await screen.findByRole('button', { name: /^Approuver 101,00/ });
  await userEvent.click(approve);
  expect(await screen.findByText('Une erreur réseau est survenue')).toBeInTheDocument();
  isDown = false;
  await userEvent.click(approve);
  expect(await screen.findByText('Paiement validé avec succès ! Référence : PAY-1')).toBeInTheDocument();
  expect(centre.sent().map(({ body }) => body)).toEqual([
    { payment_id: 1, validation_code: '000000', seen: [] },
    { payment_id: 1, validation_code: '000000', seen: [] },
  ]);
  expect(new Set(centre.keys()).size).toBe(1);
  await waitFor(() => expect(centre.place()).toBe('/admin/validate-payments'));
  await waitFor(() => expect(row(1)).toHaveTextContent('Approuvé'));
  expect(row(2)).toHaveTextContent('En attente');
});

it('shows the outcome when a colleague was quicker', async () => {
  const centre = renderCentre(
    [payment(1)],
    () => {
      const sofia = { id: 3, name: 'Sofia Martin' };
      centre.change(1, { status: 'failed', processed_by: sofia, processed_at: '2026-11-21T13:05:00.000Z' });
      return refused(409, 'PAYMENT_NOT_PENDING', 'Ce paiement n’est plus en attente.');
    },
    '?payment=1&action=approve',
  );
  await press(/^Approuver 101,00/);
  expect(await screen.findByText('Un collègue a décidé entre-temps')).toBeInTheDocument();
  expect(screen.getByText('Rejeté par Sofia Martin le 21 nov. 2026, 14:05.')).toBeInTheDocument();
});

it('approves no finding that came while the form was open, until a refusal has asked to read it', async () => {
  const found = (entry: string, name: string) => ({
    entry,
    name,
    likeness: 0.9,
    countries: 'FR;MC',
    programs: '',
  });
  const centre = renderCentre(
    [payment(1, { sanctions: [found('no-list', 'Aucune liste')] })],
    () => refused(409, 'CASE_CHANGED', 'Relisez ce dossier.'),
    '?payment=1&action=approve',
  );
  expect(await screen.findByText('Aucune liste')).toBeInTheDocument();
  expect(screen.getByText(/France, Monaco/)).toBeInTheDocument();
  centre.change(1, { sanctions: [found('made-up-1', 'Vadim Zoroguev')] });
  act(() => publishLiveEvent({ type: 'payment', data: { id: 1, status: 'pending' } }));
  expect(await screen.findByText('Vadim Zoroguev')).toBeInTheDocument();
  for (const seen of ['no-list', 'made-up-1']) {
    await press(/^Approuver 101,00/);
    expect(await screen.findByText('Relisez ce dossier.')).toBeInTheDocument();
    expect(centre.sent().at(-1)?.body).toMatchObject({ seen: [seen] });
  }
});

it('offers to reject what a colleague approved while it waits for its day or its payer, but not to approve it', async () => {
  const sofia = { id: 3, name: 'Sofia Martin' };
  const inactive = { ...payment(2).account, status: 'inactive' };
  renderCentre(
    [
      payment(1, { stage: 'scheduled', processed_by: sofia }),
      payment(2, { stage: 'queued', processed_by: sofia, account: inactive }),
      payment(3, { stage: 'queued', processed_by: sofia }),
    ],
    unreachable,
    '?payment=2',
  );
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('button', { name: 'Rejeter' })).toBeInTheDocument();
  expect(within(dialog).queryByRole('button', { name: 'Approuver' })).not.toBeInTheDocument();
  const actionsOf = (id: number) =>
    within(row(id))
      .getAllByRole('button', { hidden: true })
      .map(({ textContent }) => textContent);
  expect(actionsOf(1)).toEqual(['Détails PAY-1', 'Rejeter PAY-1']);
  expect(actionsOf(3)).toEqual(['Détails PAY-3']);
});

it.each([
  [{ user_id: 1 }, 'Ce paiement part de votre propre compte'],
  [
    { amount: 20_000, first_approved_by: { id: 1, name: 'Claire Fontaine' }, awaiting: 'second_approval' },
    'Vous avez déjà donné la première validation',
  ],
  [{ amount: 20_000 }, 'Ce paiement demande la double authentification'],
])('displays in advance why %j cannot be approved', async (changed, words) => {
  const { sent } = renderCentre([payment(1, changed)], unreachable, '?payment=1&action=approve');
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Approuver \d/ })).not.toBeInTheDocument();
  expect(sent()).toHaveLength(0);
});

/** The ids of the slice that a call decides. */
const rowsOf = ({ body }: Pick<Call, 'body'>) =>
  (body as { rows: { id: number }[] }).rows.map(({ id }) => id);
const done = (id: number): RowOutcome => ({ id, outcome: 'done' });

it('decides several in a call, distinguishes refused from unreached, and retries only the latter', async () => {
  let isDown = true;
  const outcomeOf = (id: number): RowOutcome => {
    if (id === 2) return { id, outcome: 'refused', error: 'Ce paiement n’est plus en attente.' };
    return id === 3 && isDown ? { id, outcome: 'unreached', error: 'Une erreur est survenue.' } : done(id);
  };
  const centre = renderCentre([payment(1), payment(2), payment(3)], (sent) => ({
    body: { rows: rowsOf(sent).map(outcomeOf) },
  }));
  await userEvent.click(await screen.findByLabelText('Tout choisir sur cette page'));
  expect(screen.getByText(/^3 paiements, 306,00\s€$/)).toBeInTheDocument();
  await press('Rejeter la sélection');
  await press(/^Rejeter 3 paiements \(306,00\s€\)$/);
  expect(await screen.findByText('1 paiement rejeté')).toBeInTheDocument();
  expect(screen.getByText('PAY-2 : Ce paiement n’est plus en attente.')).toBeInTheDocument();
  expect(screen.getByText('PAY-3 : Une erreur est survenue.')).toBeInTheDocument();
  isDown = false;
  await press('Réessayer 1 paiement');
  expect(await screen.findByText('2 paiements rejetés')).toBeInTheDocument();
  expect(centre.keys()).toHaveLength(2);
  expect(new Set(centre.keys()).size).toBe(1);
});

it('sends all again under the same key when the answer about them was lost', async () => {
  let isDown = true;
  const centre = renderCentre([payment(1), payment(2)], (sent) =>
    isDown ? { status: 503 } : { body: { rows: rowsOf(sent).map(done) } },
  );
  await userEvent.click(await screen.findByLabelText('Tout choisir sur cette page'));
  await press('Rejeter la sélection');
  await press(/^Rejeter 2 paiements/);
  expect(await screen.findByText('PAY-1 : Échec du rejet du paiement')).toBeInTheDocument();
  isDown = false;
  await press('Réessayer 2 paiements');
  expect(await screen.findByText('2 paiements rejetés')).toBeInTheDocument();
  expect(centre.keys()).toHaveLength(2);
  expect(new Set(centre.keys()).size).toBe(1);
});

it('keeps those selected that no slice reached, and loses the others', async () => {
  const outcomeOf = (id: number): RowOutcome => (id === 1 ? done(1) : { id, outcome: 'unreached' });
  let isDown = true;
  renderCentre([payment(1), payment(2)], (sent) =>
    isDown ? { status: 503 } : { body: { rows: rowsOf(sent).map(outcomeOf) } },
  );
  /** Closes the dialog once it offers this. */
  const close = async (rest: string) => {
    await screen.findByRole('button', { name: rest });
    await userEvent.click(screen.getAllByRole('button', { name: 'Fermer' })[0]!);
  };
  await userEvent.click(await screen.findByLabelText('Tout choisir sur cette page'));
  await press('Rejeter la sélection');
  await press(/^Rejeter 2 paiements/);
  await close('Réessayer 2 paiements');
  expect(screen.getByText(/^2 paiements, /)).toBeInTheDocument();
  isDown = false;
  await press('Rejeter la sélection');
  await press(/^Rejeter 2 paiements/);
  await close('Réessayer 1 paiement');
  expect(screen.getByText(/^1 paiement, /)).toBeInTheDocument();
});

it('excludes payments that must be approved on their own, and links to them', async () => {
  const centre = renderCentre([
    payment(1),
    payment(2, { amount: 12_000 }),
    payment(3, { user_id: claire.id }),
    payment(4, { risk: { level: 'low', score: 8.4, reasons: ['sanctions'] } }),
  ]);
  await userEvent.click(await screen.findByLabelText('Tout choisir sur cette page'));
  await press('Approuver la sélection');
  expect(await screen.findByText('3 paiements restent à traiter à part')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Approuver 1 paiement \(101,00\s€\)$/ })).toBeInTheDocument();
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('Ce paiement part de votre propre compte')).toBeInTheDocument();
  expect(dialog.getByText(/ressemble à un nom de la liste de sanctions/)).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('link', { name: 'PAY-2' }));
  expect(await screen.findByRole('dialog', { name: /^Approuver ce paiement\s\?$/ })).toBeInTheDocument();
  expect(centre.keys()).toEqual([]);
});

it('can be stopped between two slices, and continued', async () => {
  const responses: (() => void)[] = [];
  const centre = renderCentre([payment(1), payment(2)]);
  const respond = global.fetch;
  global.fetch = jest.fn(async (url: string, init: RequestInit) => {
    if (init.method !== 'POST') return respond(url, init);
    await new Promise<void>((resolve) => responses.push(resolve));
    // The server leaves all but the first row for the next call.
    const [first = 0] = rowsOf({ body: JSON.parse(init.body as string) as unknown });
    const text = JSON.stringify({ rows: [done(first)] });
    return {
      ok: true,
      status: 200,
      headers: new Headers(),
      text: (): Promise<string> => Promise.resolve(text),
    };
  }) as unknown as typeof fetch;
  await userEvent.click(await screen.findByLabelText('Tout choisir sur cette page'));
  await press('Approuver la sélection');
  await press(/^Approuver 2 paiements/);
  await waitFor(() => expect(responses).toHaveLength(1));
  await press('Arrêter');
  responses[0]?.();
  expect(await screen.findByText('1 sur 2 traités')).toBeInTheDocument();
  await press('Réessayer 1 paiement');
  await waitFor(() => expect(responses).toHaveLength(2));
  responses[1]?.();
  expect(await screen.findByText('2 paiements approuvés')).toBeInTheDocument();
  centre.unmount();
});

it('counts new payments without showing them, and updates a decided row in place', async () => {
  const payments = [payment(1), payment(2)];
  const centre = renderCentre(payments);
  await screen.findByRole('rowheader', { name: 'PAY-2' });
  payments.push(payment(3));
  act(() => publishLiveEvent({ type: 'payment', data: { id: 3, status: 'pending' } }));
  const news = await screen.findByRole('button', { name: '1 nouveau' });
  expect(screen.queryByText('PAY-3')).not.toBeInTheDocument();
  centre.change(1, { status: 'completed' });
  act(() => publishLiveEvent({ type: 'payment', data: { id: 1, status: 'completed' } }));
  await waitFor(() => expect(row(1)).toHaveTextContent('Approuvé'));
  await userEvent.click(news);
  expect(await screen.findByRole('rowheader', { name: 'PAY-3' })).toBeInTheDocument();
  expect(news).not.toBeInTheDocument();
});

it('announces under a filter of risk what was read with it, and no event alone', async () => {
  const payments = [payment(1), payment(2)];
  const centre = renderCentre(payments, unreachable, '?risk=low');
  await screen.findByRole('rowheader', { name: 'PAY-2' });
  centre.change(1, { status: 'completed' });
  act(() => {
    publishLiveEvent({ type: 'payment', data: { id: 3, status: 'pending' } });
    publishLiveEvent({ type: 'payment', data: { id: 1, status: 'completed' } });
  });
  await waitFor(() => expect(row(1)).toHaveTextContent('Approuvé'));
  expect(screen.queryByRole('button', { name: '1 nouveau' })).not.toBeInTheDocument();
  payments.push(payment(3));
  act(() => publishLiveEvent({ type: 'gap', data: { before: Date.now() } }));
  expect(await screen.findByRole('button', { name: '1 nouveau' })).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Niveau de risque'), 'all');
  expect(screen.queryByRole('button', { name: '1 nouveau' })).not.toBeInTheDocument();
});

it('reads a waiting payment again that was compared with the sanctions list, and announces no new one', async () => {
  const centre = renderCentre([payment(1), payment(2)]);
  await screen.findByRole('rowheader', { name: 'PAY-2' });
  centre.change(1, { risk: { level: 'high', score: 8.4, reasons: ['sanctions'] } });
  for (const id of [1, 9]) {
    const data = { id, status: 'pending', stage: 'awaiting_approval' } as const;
    act(() => publishLiveEvent({ type: 'payment', data }));
  }
  await waitFor(() => expect(row(1)).toHaveTextContent('8,4'));
  expect(screen.queryByRole('button', { name: '1 nouveau' })).not.toBeInTheDocument();
});

it('shows a decision that came while an older list was under way', async () => {
  const payments = [payment(1), payment(2)];
  const centre = renderCentre(payments);
  await screen.findByRole('rowheader', { name: 'PAY-2' });
  payments.push(payment(3));
  act(() => publishLiveEvent({ type: 'payment', data: { id: 3, status: 'pending' } }));
  const letIn = centre.hold();
  await userEvent.click(await screen.findByRole('button', { name: '1 nouveau' }));
  centre.change(1, { status: 'completed' });
  act(() => publishLiveEvent({ type: 'payment', data: { id: 1, status: 'completed' } }));
  await waitFor(() => expect(row(1)).toHaveTextContent('Approuvé'));
  act(letIn);
  await screen.findByRole('rowheader', { name: 'PAY-3' });
  await waitFor(() => expect(row(1)).toHaveTextContent('Approuvé'));
});

it('counts what it missed while nothing was listed', async () => {
  const payments: Stored[] = [];
  renderCentre(payments);
  await screen.findByText('Aucun paiement en attente');
  payments.push(payment(4));
  act(() => publishLiveEvent({ type: 'gap', data: { before: Date.now() } }));
  expect(await screen.findByRole('button', { name: '1 nouveau' })).toBeInTheDocument();
});

it('fetches what it missed in one passive call', async () => {
  const payments = [payment(1), payment(2)];
  const centre = renderCentre(payments);
  await screen.findByRole('rowheader', { name: 'PAY-2' });
  centre.change(2, { status: 'failed' });
  payments.push(payment(4));
  act(() => publishLiveEvent({ type: 'gap', data: { before: Date.now() } }));
  expect(await screen.findByRole('button', { name: '1 nouveau' })).toBeInTheDocument();
  await waitFor(() => expect(row(2)).toHaveTextContent('Rejeté'));
  expect(screen.queryByText('PAY-4')).not.toBeInTheDocument();
});
