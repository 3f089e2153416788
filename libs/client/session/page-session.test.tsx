import { marie, refused, renderPage, signInBeforeEach } from '../../../tests/support/ui';
import { useState } from 'react';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { api } from '../http/api';
import { mayDo, PageSession, useSession } from './session';

signInBeforeEach();

const staff = (change: string[]) => ({
  ...marie,
  role: 'admin',
  staff_permissions: { read: ['tickets:manage'], change },
});

function Rights({ name }: { name: string }) {
  const { user } = useSession();
  const may = ['tickets:manage', 'logs:read'].filter((permission) => mayDo(user, 'change', permission));
  return user ? <p>{`${name}: ${may.join(' ')}`}</p> : null;
}

it('follows a role that was taken away outside of the open page, which keeps what it offered', async () => {
  let now = staff(['tickets:manage']);
  const send = () => void api.post('/admin/tickets/1/answers').catch(() => undefined);
  function Shell() {
    const [page, setPage] = useState('/admin/tickets/1');
    return (
      <>
        <Rights name="shell" />
        <button onClick={() => setPage('/admin/tickets/2')}>Next</button>
        {useSession().user && (
          <PageSession page={page}>
            <Rights name="page" />
            <button onClick={send}>Send</button>
          </PageSession>
        )}
      </>
    );
  }
  const { asked } = renderPage(<Shell />, {
    fetch: ({ path }) =>
      path === '/auth/me' ? { body: now } : refused(403, 'OUTSIDE_ROLES', 'Vos droits ne le permettent pas.'),
  });
  expect(await screen.findByText('page: tickets:manage')).toBeInTheDocument();
  now = staff(['logs:read']);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('shell: logs:read')).toBeInTheDocument();
  expect(screen.getByText('page: tickets:manage logs:read')).toBeInTheDocument();
  await waitFor(() => expect(asked('/auth/me')).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('page: logs:read')).toBeInTheDocument();
});
