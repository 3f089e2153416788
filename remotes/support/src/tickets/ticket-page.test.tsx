import type { RowOutcome } from '@bank/contracts/slices';
import { type Call, refused, renderPage, type Server } from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from '@bank/client/router';
import { publishLiveEvent } from '@bank/client/live-events';
import { learnBankTime } from '@bank/i18n/bank-clock';
import { writeTokens } from '@bank/client/tokens';
import { TicketPage } from './ticket-page';
import { TicketsPage } from './tickets-page';

const summary = {
  id: 7,
  reference: 'BPCS-ABCDEFGH',
  firstName: 'Zoé',
  lastName: 'Martin',
  email: 'zoe@exemple.fr',
  category: 'cards',
  priority: 'urgent',
  subject: 'Carte bloquée',
  status: 'open',
  created_at: '2026-11-01T10:00:00.000Z',
  answer_by: '2026-11-01T11:00:00.000Z',
};
const ticket = {
  ...summary,
  customer: { id: 12, name: 'Zoé Martin-Roy', email: 'z.martin+roy@exemple.fr' },
  phone: null,
  language: 'en',
  message: 'Bonjour,\nelle est bloquée.',
  answers: [],
  conversation: [{ type: 'user', content: 'Où est ma carte ?', timestamp: '2026-11-01T09:58:00.000Z' }],
  attachments: [{ id: 3, name: 'reçu.pdf', size: 20_480 }],
};
const answered = (message: string) => ({
  ...ticket,
  status: 'answered',
  answers: [{ id: 1, author: 'Admin Un', message, created_at: '2026-11-01T10:30:00.000Z', mailed_at: null }],
});

beforeEach(() => {
  sessionStorage.clear();
  writeTokens({ access_token: 'access', refresh_token: 'refresh' });
});

/** Renders both pages with a server that has one ticket. */
function open(path: string, answer: Server = () => ({ body: answered('') })) {
  return renderPage(
    <Routes>
      <Route path="/admin/tickets" element={<TicketsPage />} />
      <Route path="/admin/tickets/:id" element={<TicketPage />} />
    </Routes>,
    {
      path,
      fetch: (call) => {
        if (call.path === '/auth/me') return { body: { id: 1, role: 'admin' } };
        if (call.method !== 'GET') return answer(call);
        const pagination = { page: 1, limit: 20, total: 1, pages: 1 };
        return { body: call.path.includes('/7') ? ticket : { tickets: [summary], pagination, open: 1 } };
      },
    },
  );
}
/** Renders the message alone, whose server answers the calls about it. */
const openAlone = (answer: Server) =>
  renderPage(
    <Routes>
      <Route path="/admin/tickets/:id" element={<TicketPage />} />
    </Routes>,
    {
      path: '/admin/tickets/7',
      fetch: (call) => {
        if (call.path === '/auth/me') return { body: { id: 1, role: 'admin' } };
        return call.path.startsWith('/admin/work') ? { body: { taken: [] } } : answer(call);
      },
    },
  );
const sent = (calls: Call[]) => calls.filter(({ method }) => method === 'POST');

it('lists open tickets, marks overdue ones, and links to the message', async () => {
  open('/admin/tickets');
  const row = await screen.findByRole('row', { name: /Carte bloquée/ });
  expect(row).toHaveTextContent(/BPCS-ABCDEFGH.*Zoé Martin.*Cartes.*Urgente.*À traiter.*En retard/);
  await userEvent.click(within(row).getByRole('link', { name: 'Carte bloquée' }));
  expect(await screen.findByRole('heading', { name: 'Carte bloquée' })).toBeVisible();
});

describe('news of the list', () => {
  /** The list, over a server that gives these messages. */
  const openList = (path: string, tickets: object[]) =>
    renderPage(<TicketsPage />, {
      path,
      fetch: (call) => {
        if (call.path === '/auth/me') return { body: { id: 1, role: 'admin' } };
        if (call.path.startsWith('/admin/work')) return { body: { taken: [] } };
        return {
          body: { tickets, pagination: { page: 1, limit: 20, total: 2, pages: 1 }, open: 2 },
        };
      },
    });
  const hearOf = (id: number) =>
    act(() => publishLiveEvent({ type: 'ticket_queue', data: { id, status: 'open' } }));

  it('are counted, and listed after events may have been missed', async () => {
    const tickets = [summary];
    openList('/admin/tickets', tickets);
    await screen.findByRole('row', { name: /Carte bloquée/ });
    hearOf(8);
    expect(screen.getByText('1 nouveau message')).toBeVisible();
    tickets.push({ ...summary, id: 8, reference: 'BPCS-8', subject: 'Virement perdu' });
    act(() => publishLiveEvent({ type: 'gap', data: { before: Date.now() } }));
    expect(await screen.findByRole('row', { name: /Virement perdu/ })).toBeVisible();
    expect(screen.queryByText('1 nouveau message')).not.toBeInTheDocument();
  });

  it.each(['mine=mine', 'search=zoe', 'status=closed'])(
    'are not counted where their events do not show whether %s lists them',
    async (filter) => {
      openList(`/admin/tickets?${filter}`, [summary]);
      await screen.findByRole('row', { name: /Carte bloquée/ });
      hearOf(8);
      expect(screen.queryByText('1 nouveau message')).not.toBeInTheDocument();
    },
  );
});

it('uses the bank’s clock, not the device’s, to mark overdue messages', async () => {
  learnBankTime('Sun, 01 Nov 2026 10:30:00 GMT', Date.now());
  open('/admin/tickets');
  expect(await screen.findByRole('row', { name: /Carte bloquée/ })).not.toHaveTextContent('En retard');
  learnBankTime(new Date().toUTCString(), Date.now());
});

it('sends the status filter and the search to the server', async () => {
  const { calls } = open('/admin/tickets');
  await screen.findByRole('row', { name: /Carte bloquée/ });
  await userEvent.click(screen.getByRole('button', { name: 'Clos' }));
  await userEvent.type(screen.getByRole('searchbox'), 'zoe@');
  await waitFor(() => expect(calls.at(-1)?.path).toMatch(/^\/admin\/tickets\?.*status=closed/));
  await waitFor(() => expect(calls.at(-1)?.path).toMatch(/search=zoe/));
});

it('shows the message, its files and the conversation, and sends an answer once', async () => {
  let refuse = true;
  const { calls } = open('/admin/tickets/7', ({ body }) => {
    if (!refuse) return { status: 201, body: answered((body as { message: string }).message) };
    return { status: 503, body: { error: 'Indisponible.', code: 'UNAVAILABLE', request_id: 'r' } };
  });
  expect(await screen.findByText(/elle est bloquée/)).toBeVisible();
  expect(screen.getByText('Où est ma carte ?')).toBeVisible();
  expect(screen.getByRole('button', { name: 'reçu.pdf (20\u00a0Ko)' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Zoé Martin-Roy' })).toHaveAttribute(
    'href',
    '/users?search=z.martin%2Broy%40exemple.fr',
  );
  const field = screen.getByRole('textbox', { name: /Votre réponse/ });
  expect(field).toHaveAccessibleDescription(/zoe@exemple\.fr.*anglais/);
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer la réponse' }));
  expect(field).toBeInvalid();
  expect(screen.getByRole('alert')).toHaveFocus();
  expect(sent(calls)).toEqual([]);
  await userEvent.type(field, 'Elle est active.');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer la réponse' }));
  expect(await screen.findByText('Indisponible.')).toBeVisible();
  expect(field).toHaveValue('Elle est active.');
  expect(screen.getByText('16 caractères sur 5000')).toBeVisible();
  refuse = false;
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer la réponse' }));
  expect(await screen.findByText(/Admin Un/)).toHaveTextContent('pas encore partie');
  expect(field).toHaveValue('');
  expect(screen.getByText('0 caractères sur 5000')).toBeVisible();
  const keys = sent(calls).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual([keys[0], keys[0]]);
});

it('shows that an answer could not be sent', async () => {
  const answers = answered('Elle est active.').answers.map((each) => ({ ...each, mail_failed: true }));
  renderPage(
    <Routes>
      <Route path="/admin/tickets/:id" element={<TicketPage />} />
    </Routes>,
    {
      path: '/admin/tickets/7',
      fetch: ({ path }) => ({
        body: path === '/auth/me' ? { id: 1, role: 'admin' } : { ...ticket, answers, taken: [] },
      }),
    },
  );
  expect(await screen.findByText(/Admin Un/)).toHaveTextContent('n’a pas pu être envoyée par e-mail');
  expect(screen.getByText(/zoe@exemple\.fr, malgré deux jours d’essais/)).toBeVisible();
});

it('shows that a colleague answered while an answer was typed, which stays', async () => {
  let shown: object = ticket;
  openAlone(({ method }) => {
    if (method === 'PUT') shown = { ...answered('Elle est bloquée.'), status: 'closed' };
    return { body: shown };
  });
  const field = await screen.findByRole('textbox', { name: /Votre réponse/ });
  await userEvent.type(field, 'Une seconde réponse');
  expect(screen.queryByText(/a répondu pendant que vous écriviez/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Clore' }));
  expect(await screen.findByText(/^Admin Un a répondu pendant que vous écriviez/)).toBeVisible();
  expect(field).toHaveValue('Une seconde réponse');
  await userEvent.clear(field);
  expect(screen.queryByText(/a répondu pendant que vous écriviez/)).not.toBeInTheDocument();
});

it('warns of an answer that came before a draft was restored, and sends none after it', async () => {
  const page = (shown: object) =>
    openAlone(({ method }) => (method === 'POST' ? { status: 500 } : { body: shown }));
  const begun = page(ticket);
  await userEvent.type(await screen.findByRole('textbox', { name: /Votre réponse/ }), 'Voici.');
  begun.unmount();

  const [theirs] = answered('Elle est bloquée.').answers;
  const { calls } = page({ ...ticket, answers: [{ ...theirs, id: 4 }] });
  expect(await screen.findByText(/a répondu pendant que vous écriviez/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer la réponse' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      expect.stringContaining('seen=0'),
    ]),
  );
});

it('sends no answer after one that was not read, keeps it, and sends it after that', async () => {
  let shown: { answers: object[] } = ticket;
  const { calls } = openAlone(({ method, body }) => {
    if (method !== 'POST') return { body: shown };
    const [theirs] = answered('Elle est bloquée.').answers;
    if (shown.answers.length === 0) {
      shown = { ...ticket, answers: [{ ...theirs, id: 4 }] };
      return refused(409, 'TICKET_ANSWERED', 'Une autre réponse est partie.');
    }
    shown = {
      ...ticket,
      answers: [
        ...shown.answers,
        { ...theirs, id: 4 + shown.answers.length, author: 'Moi', ...(body as object) },
      ],
    };
    return { status: 201, body: shown };
  });
  const field = await screen.findByRole('textbox', { name: /Votre réponse/ });
  const send = screen.getByRole('button', { name: 'Envoyer la réponse' });
  await userEvent.type(field, 'Voici.');
  await userEvent.click(send);
  expect(await screen.findByText('Une autre réponse est partie.')).toBeVisible();
  expect(await screen.findByText('Elle est bloquée.')).toBeVisible();
  expect(screen.queryByText(/a répondu pendant que vous écriviez/)).not.toBeInTheDocument();
  expect(field).toHaveValue('Voici.');
  await userEvent.click(send);
  await waitFor(() => expect(field).toHaveValue(''));
  expect(screen.queryByText(/a répondu pendant que vous écriviez/)).not.toBeInTheDocument();
  await userEvent.type(field, 'Encore.');
  expect(screen.queryByText(/a répondu pendant que vous écriviez/)).not.toBeInTheDocument();
  await userEvent.click(send);
  await waitFor(() => expect(sent(calls)).toHaveLength(3));
  expect(sent(calls).map(({ path }) => path.split('?')[1])).toEqual(['seen=0', 'seen=4', 'seen=5']);
});

describe('messages that are chosen', () => {
  const many = Array.from({ length: 3 }, (_, at) => ({
    ...summary,
    id: at + 1,
    reference: `BPCS-${at + 1}`,
    subject: `Sujet ${at + 1}`,
  }));
  /** A list of two pages: the server gives two of three, and all where a hundred are asked for. */
  const openList = (answer: Server, user: object = {}) =>
    renderPage(<TicketsPage />, {
      path: '/admin/tickets',
      fetch: (call) => {
        if (call.path === '/auth/me') return { body: { id: 1, role: 'admin', ...user } };
        if (call.path.startsWith('/admin/work'))
          return call.method === 'GET' ? { body: { taken: [] } } : answer(call);
        if (call.method !== 'GET') return answer(call);
        const isWhole = call.path.includes('limit=100');
        const pagination = { page: 1, limit: 2, total: 3, pages: isWhole ? 1 : 2 };
        return { body: { tickets: isWhole ? many : many.slice(0, 2), pagination, open: 3 } };
      },
    });
  const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));

  it('are closed on every page, those that fail are named, and it can be undone', async () => {
    const { calls } = openList(({ body }) => {
      const { rows, undo } = body as { rows: { id: number }[]; undo: boolean };
      const outcomeOf = ({ id }: { id: number }): RowOutcome =>
        id === 2 || (id === 1 && undo)
          ? { id, outcome: 'refused', error: 'Vous ne le pouvez pas.' }
          : { id, outcome: 'done' };
      return { body: { rows: rows.map(outcomeOf) } };
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Tout choisir sur cette page' }));
    expect(screen.getByRole('group', { name: 'Éléments choisis' })).toHaveTextContent('2 éléments choisis');
    await press(/Prendre aussi les autres pages \(3 en tout\)/);
    await press(/^Clore/);
    expect(await screen.findByText('BPCS-2 : Vous ne le pouvez pas.')).toBeVisible();
    const changes = () =>
      calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);
    const rows = (...ids: number[]) => ids.map((id) => ({ id }));
    expect(changes()).toEqual([
      ['/admin/tickets/status', { status: 'closed', undo: false, rows: rows(1, 2, 3) }],
    ]);
    // Only what was done is undone, and what cannot be is named.
    await press(/^Défaire$/);
    expect(await screen.findByText('BPCS-1 : Vous ne le pouvez pas.')).toBeVisible();
    expect(await screen.findByText(/^Défaire\s: 2 sur 2$/)).toBeVisible();
    expect(changes().slice(1)).toEqual([
      ['/admin/tickets/status', { status: 'open', undo: true, rows: rows(1, 3) }],
    ]);
  });

  it('without an answer are tried again under the same call', async () => {
    let isDown = true;
    const { calls } = openList(() =>
      isDown
        ? { status: 503, body: { error: 'Indisponible.', code: 'UNAVAILABLE' } }
        : { body: { rows: [{ id: 1, outcome: 'done' }] } },
    );
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Choisir BPCS-1' }));
    await press(/^Prendre en charge/);
    isDown = false;
    await press(/Réessayer pour 1 élément/);
    await waitFor(() => expect(screen.queryByRole('button', { name: /Réessayer/ })).not.toBeInTheDocument());
    const tried = calls.filter(({ method }) => method === 'PUT');
    expect(tried.map(({ path }) => path)).toEqual(['/admin/work/tickets', '/admin/work/tickets']);
    expect(new Set(tried.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });

  it('are hidden from staff who may only read', async () => {
    openList(() => ({ body: ticket }), {
      staff_roles: ['auditor'],
      staff_permissions: { read: ['tickets:manage'], change: [] },
    });
    await screen.findByRole('link', { name: 'Sujet 1' });
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });
});
