import { press, refused, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OpenSessionsCard } from './open-sessions';

signInBeforeEach();

const session = (id: number, device: string, current: boolean) => ({
  id,
  device,
  current,
  created_at: '2026-11-20T08:00:00.000Z',
  last_seen_at: '2026-11-21T08:00:00.000Z',
});

it('lists the open sessions and ends another one than this', async () => {
  let sessions = [session(1, 'Firefox sur Windows', true), session(2, 'Safari sur iPhone', false)];
  const { calls } = renderPage(<OpenSessionsCard />, {
    fetch: ({ method }) => {
      if (method === 'GET') return { body: { sessions } };
      sessions = sessions.slice(0, 1);
      return { status: 204 };
    },
  });
  expect(await screen.findByText('Cette session')).toBeInTheDocument();
  const buttons = screen.getAllByRole('button', { name: /^Mettre fin/ });
  expect(buttons).toHaveLength(1);
  await userEvent.click(buttons[0]!);
  expect(await screen.findByText('La session de Safari sur iPhone a pris fin.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Safari sur iPhone')).not.toBeInTheDocument());
  expect(calls).toContainEqual(expect.objectContaining({ method: 'DELETE', path: '/auth/sessions/2' }));
});

it('treats an expired session as ended', async () => {
  let sessions = [session(1, 'Firefox sur Windows', true), session(2, 'Safari sur iPhone', false)];
  renderPage(<OpenSessionsCard />, {
    fetch: ({ method }) => {
      if (method === 'GET') return { body: { sessions } };
      sessions = sessions.slice(0, 1);
      return refused(404, 'NOT_FOUND', 'Ce que vous cherchez n’existe plus.');
    },
  });
  await press(/^Mettre fin/);
  expect(await screen.findByText('La session de Safari sur iPhone a pris fin.')).toBeInTheDocument();
});

it('keeps the session in the list when it could not be ended', async () => {
  renderPage(<OpenSessionsCard />, {
    fetch: ({ method }) =>
      method === 'GET' ? { body: { sessions: [session(2, 'Safari sur iPhone', false)] } } : { status: 500 },
  });
  await press(/^Mettre fin/);
  expect(await screen.findByText('Erreur lors de la mise à jour')).toBeInTheDocument();
  expect(screen.getByText('Safari sur iPhone')).toBeInTheDocument();
});
