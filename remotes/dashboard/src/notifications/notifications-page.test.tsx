import {
  type Answer,
  type Call,
  expectRetry,
  press,
  renderPage,
  signInBeforeEach,
} from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Notification } from '@bank/contracts/notifications';
import { publishLiveEvent } from '@bank/client/live-events';
import { NotificationsPage } from './notifications-page';
import { UnreadCount } from './unread-count';

signInBeforeEach();

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const made = (id: number, change: Partial<Notification> = {}): Notification => ({
  id,
  type: 'transaction',
  title: `Titre ${id}`,
  message: `Message ${id}`,
  timestamp: ago(id),
  read: false,
  ...change,
});

/** A server that keeps notifications as ours does. */
function keeping(stored: Notification[]) {
  const unread = () => stored.filter(({ read }) => !read).length;
  const markings: number[][] = [];
  return ({ method, path, body }: Call): Answer => {
    if (path === '/auth/me') return { body: {} };
    if (method === 'DELETE') {
      const at = stored.findIndex(({ id }) => path === `/notifications/${id}`);
      if (at < 0) return { status: 404, body: { code: 'NOT_FOUND', error: 'Introuvable.' } };
      stored.splice(at, 1);
      return { status: 204 };
    }
    if (path === '/notifications/read/undo') {
      const { marked_at } = body as { marked_at: string };
      for (const id of markings[Date.parse(marked_at)] ?? [])
        stored.find((one) => one.id === id)!.read = false;
      return { body: { success: true, unread: unread() } };
    }
    if (method === 'POST') {
      const { ids } = body as { ids?: number[] };
      const marked = stored.filter(({ id, read }) => !read && (!ids || ids.includes(id)));
      marked.forEach((one) => (one.read = true));
      markings.push(marked.map(({ id }) => id));
      const marked_at = new Date(markings.length - 1).toISOString();
      return { body: { success: true, unread: unread(), marked_at } };
    }
    const filter = new URLSearchParams(path.split('?')[1]).get('filter');
    const passes = ({ type, read }: Notification) =>
      filter === 'all' || (filter === 'unread' ? !read : type === filter);
    return { body: { notifications: stored.filter(passes), unread: unread() } };
  };
}

const show = (stored: Notification[], path = '/dashboard/notifications') =>
  renderPage(
    <>
      <a href="/dashboard/notifications">
        Notifications <UnreadCount />
      </a>
      <NotificationsPage />
    </>,
    { path, fetch: keeping(stored) },
  );

const row = async (id: number) => (await screen.findByText(`Titre ${id}`)).closest('li')!;
const link = (name: string) => screen.findByRole('link', { name });

it('displays the type and the age of each notification', async () => {
  show([
    made(0),
    made(5, { type: 'security', read: true }),
    made(125, { type: 'warning' }),
    made(1500, { type: 'error' }),
  ]);
  expect(await row(0)).toHaveTextContent("TransactionÀ l'instantNon lue");
  expect(await row(5)).toHaveTextContent(/Sécuritéil y a 5\sminutesTitre/);
  expect(await row(125)).toHaveTextContent(/Attentionil y a 2\sheures/);
  expect(await row(1500)).toHaveTextContent(/Erreuril y a 1\sjour/);
  expect(await link('Notifications 3 non lues')).toHaveTextContent('3');
});

it('marks one as read, then all, and keeps the focus in the list', async () => {
  show([made(1), made(2), made(3)]);
  const read = within(await row(2)).getByRole('button', { name: 'Marquer comme lue\u00a0: Titre 2' });
  await userEvent.click(read);
  await link('Notifications 2 non lues');
  await waitFor(async () => expect(await row(2)).toHaveFocus());
  await press('Tout marquer comme lu');
  await link('Notifications');
  await waitFor(() => expect(screen.getByRole('group', { name: 'Notifications' })).toHaveFocus());
  expect(screen.queryByText('Non lue')).not.toBeInTheDocument();
});

it('undoes a marking on request', async () => {
  show([made(1), made(2)]);
  await row(1);
  await press('Tout marquer comme lu');
  expect(await screen.findByText('Toutes les notifications sont lues.')).toBeVisible();
  await press('Défaire');
  // Where the bar was has the focus of its button.
  await waitFor(() => expect(document.body).not.toHaveFocus());
  await link('Notifications 2 non lues');
  expect(await screen.findByText('C’est défait.')).toBeVisible();
});

it('undoes its own marking, not the one that another tab made since', async () => {
  const stored = [made(1), made(2)];
  show(stored);
  await userEvent.click(within(await row(2)).getByRole('button', { name: /^Marquer/ }));
  await screen.findByRole('button', { name: 'Défaire' });
  await fetch('/api/notifications/read', { method: 'POST', body: '{}' });
  expect(stored.map(({ read }) => read)).toEqual([true, true]);
  await press('Défaire');
  await waitFor(() => expect(stored.map(({ read }) => read)).toEqual([true, false]));
});

it('moves the focus to the neighbour when a row goes from the unread ones', async () => {
  const { calls } = show([made(1), made(2)], '/dashboard/notifications?filter=unread');
  await userEvent.click(within(await row(2)).getByRole('button', { name: /^Marquer/ }));
  await waitFor(() => expect(screen.queryByText('Titre 2')).not.toBeInTheDocument());
  await waitFor(async () => expect(await row(1)).toHaveFocus());
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ ids: [2] });
});

it('asks before it deletes, and treats a missing notification as deleted', async () => {
  const stored = [made(1), made(2)];
  show(stored);
  const remove = async () =>
    userEvent.click(within(await row(1)).getByRole('button', { name: 'Supprimer\u00a0: Titre 1' }));
  await remove();
  expect(screen.getByRole('alertdialog')).toHaveTextContent('« Titre 1 » disparaîtra pour de bon.');
  await press('Annuler');
  expect(stored).toHaveLength(2);
  await remove();
  stored.shift();
  await press('Supprimer');
  expect(await screen.findByText('Notification supprimée.')).toBeInTheDocument();
  expect(screen.queryByText('Titre 1')).not.toBeInTheDocument();
  await waitFor(async () => expect(await row(2)).toHaveFocus());
});

it('keeps the filter in the URL, drops an unknown one, and words each emptiness', async () => {
  const { place } = show([made(1, { read: true })], '/dashboard/notifications?filter=nonsense');
  await row(1);
  await press('Sécurité');
  expect(place()).toBe('/dashboard/notifications?filter=security');
  expect(await screen.findByText('Aucune notification de sécurité')).toBeInTheDocument();
  await press('Non lues');
  expect(await screen.findByText('Vous avez tout lu')).toBeInTheDocument();
  await press('Voir toutes les notifications');
  expect(place()).toBe('/dashboard/notifications');
  await row(1);
});

it('shows what arrives', async () => {
  const stored = [made(1)];
  show(stored);
  await row(1);
  stored.unshift(made(0));
  act(() => publishLiveEvent({ type: 'notification', data: { id: 0, type: 'transaction' } }));
  expect(await row(0)).toHaveTextContent("À l'instant");
  await link('Notifications 2 non lues');
});

it('displays at most 99, and reads the true count', async () => {
  renderPage(
    <a href="/dashboard/notifications">
      Notifications <UnreadCount />
    </a>,
    { fetch: () => ({ body: { notifications: [], unread: 120 } }) },
  );
  expect(await link('Notifications 120 non lues')).toHaveTextContent('99+');
});

it('displays a failure, and retries', async () => {
  await expectRetry(<NotificationsPage />, 'Erreur lors du chargement des notifications', {
    path: '/dashboard/notifications',
    fetch: keeping([made(1)]),
  });
  await row(1);
});

it('keeps the list when a change fails, and displays a message', async () => {
  const response = keeping([made(1)]);
  renderPage(<NotificationsPage />, {
    path: '/dashboard/notifications',
    fetch: (call) => (call.method === 'POST' ? { status: 500 } : response(call)),
  });
  await userEvent.click(within(await row(1)).getByRole('button', { name: /^Marquer/ }));
  expect(
    await screen.findByText('La notification n’a pas pu être marquée comme lue. Réessayez.'),
  ).toBeInTheDocument();
  expect(await row(1)).toHaveTextContent('Non lue');
});

it('shows the newest at first, older ones at a press, and moves the focus to the first of them', async () => {
  show(Array.from({ length: 20 }, (_, at) => made(at + 1)));
  await row(15);
  expect(screen.queryByText('Titre 16')).toBeNull();
  await press('Voir 5 notifications plus anciennes');
  expect(await row(16)).toHaveFocus();
  await row(20);
  expect(screen.queryByRole('button', { name: /plus ancienne/ })).toBeNull();
});
