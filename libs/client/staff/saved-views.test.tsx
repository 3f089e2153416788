import { press, refused, renderPage, type Server, signInBeforeEach } from '../../../tests/support/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SavedView } from '@bank/contracts/views';
import { SavedViews } from './saved-views';

signInBeforeEach();

const mine: SavedView = { id: 4, name: 'Urgents', query: 'status=open', shared: false, owner: null };

/** A list with the views of a server; `change` responds to what is not read. */
const open = (path: string, views: SavedView[], change: Server = () => ({ status: 500 })) =>
  renderPage(<SavedViews page="tickets" />, {
    path,
    fetch: (call) => {
      if (call.path === '/auth/me') return { body: { id: 1, role: 'admin' } };
      return call.method === 'GET' ? { body: { views } } : change(call);
    },
  });

it('keeps a view once under its name, which stays typed when the server refuses', async () => {
  let isFull = true;
  const kept = { ...mine, name: 'À moi', query: 'status=closed' };
  const { sent } = open('/admin/tickets?status=closed', [], () =>
    isFull
      ? refused(409, 'VIEW_LIMIT', 'Vous gardez déjà cinquante vues.')
      : { status: 201, body: { views: [kept] } },
  );
  await press('Garder cette vue');
  await press('Garder');
  const name = screen.getByLabelText(/^Nom de la vue/);
  expect(name).toHaveAccessibleDescription(/obligatoire/);
  expect(screen.getByRole('alert')).toHaveFocus();
  expect(sent()).toEqual([]);
  await userEvent.type(name, 'À moi');
  await press('Garder');
  expect(await screen.findByText('Vous gardez déjà cinquante vues.')).toBeVisible();
  expect(name).toHaveValue('À moi');
  isFull = false;
  await press('Garder');
  expect(await screen.findByRole('link', { name: 'À moi' })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('navigation', { name: 'Vues' })).toHaveFocus());
  const keys = sent().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual([keys[0], keys[0]]);
});

it('offers to undo the removal of the last view, with the focus beside it', async () => {
  const views = [mine];
  open('/admin/tickets', views, ({ method }) => {
    if (method === 'DELETE') return { status: 204, body: views.splice(0) && undefined };
    views.push(mine);
    return { status: 201, body: { views } };
  });
  await press('Retirer la vue Urgents');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Urgents' })).not.toBeInTheDocument());
  const place = screen.getByRole('navigation', { name: 'Vues' });
  await waitFor(() => expect(place).toHaveFocus());
  await userEvent.click(within(place).getByRole('button', { name: 'Défaire' }));
  expect(await screen.findByRole('link', { name: 'Urgents' })).toBeVisible();
});
