import { press, refused, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import { BrowsersCard } from './browsers-card';

signInBeforeEach();

const browser = (id: number, name: string) => ({
  id,
  name,
  created_at: '2026-11-20T08:00:00.000Z',
  last_used_at: '2026-11-21T08:00:00.000Z',
  expires_at: '2027-02-18T08:00:00.000Z',
});

it('lists the remembered browsers and forgets one', async () => {
  let browsers = [browser(1, 'Firefox, Linux')];
  const { calls } = renderPage(<BrowsersCard />, {
    fetch: ({ method }) => {
      if (method === 'GET') return { body: { browsers } };
      browsers = [];
      return { status: 204 };
    },
  });
  expect(await screen.findByText('Jusqu’au 18 févr. 2027')).toBeInTheDocument();
  await press('Oublier Firefox, Linux');
  const empty = await screen.findByText('Aucun navigateur mémorisé');
  // What is there in place of the list has the focus of the button that is gone.
  await waitFor(() => expect(document.activeElement).toContainElement(empty));
  expect(document.body).not.toHaveFocus();
  expect(screen.getByText(/Firefox, Linux est oublié/)).toBeInTheDocument();
  expect(calls).toContainEqual(expect.objectContaining({ method: 'DELETE', path: '/auth/browsers/1' }));
});

it('treats a browser that was forgotten in another tab as forgotten', async () => {
  let browsers = [browser(1, 'Firefox, Linux')];
  renderPage(<BrowsersCard />, {
    fetch: ({ method }) => {
      if (method === 'GET') return { body: { browsers } };
      browsers = [];
      return refused(404, 'NOT_FOUND', 'Ce que vous cherchez n’existe plus.');
    },
  });
  await press('Oublier Firefox, Linux');
  expect(await screen.findByText(/Firefox, Linux est oublié/)).toBeInTheDocument();
});

it('keeps a browser in the list when it could not be forgotten', async () => {
  renderPage(<BrowsersCard />, {
    fetch: ({ method }) =>
      method === 'GET' ? { body: { browsers: [browser(1, 'Firefox, Linux')] } } : { status: 500 },
  });
  await press('Oublier Firefox, Linux');
  expect(await screen.findByText('Erreur lors de la mise à jour')).toBeInTheDocument();
  expect(screen.getByText('Firefox, Linux')).toBeInTheDocument();
});
