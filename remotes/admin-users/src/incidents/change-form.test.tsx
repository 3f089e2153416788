import { press, refused, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { publishLiveEvent } from '@bank/client/live-events';
import { Route, Routes } from '@bank/client/router';
import { IncidentPage } from './incident-page';

signInBeforeEach();

const incident = {
  id: 4,
  kind: 'by_hand',
  subject: '',
  title: { fr: 'Lenteur', en: 'Slowness' },
  state: 'open',
  severity: 'low',
  is_public: false,
  version: 1,
  affected: null,
  owner: null,
  components: [],
  opened_at: '2026-11-20T10:00:00.000Z',
  closed_at: null,
  entries: [],
};

it('replaces nothing unread that a colleague has changed since the form was opened', async () => {
  let now: object = incident;
  const versions: unknown[] = [];
  renderPage(
    <Routes>
      <Route path="/admin/incidents/:id" element={<IncidentPage />} />
    </Routes>,
    {
      path: '/admin/incidents/4',
      fetch: ({ path, method, body }) => {
        if (path === '/auth/me') return { body: { id: 1, role: 'admin' } };
        if (method === 'GET') return { body: now };
        const { version } = body as { version: number };
        versions.push(version);
        return version === 2
          ? { body: { ...now, version: 3 } }
          : refused(409, 'INCIDENT_CHANGED', 'Cet incident a changé. Relisez-le.');
      },
    },
  );
  await press('Gravité et état');
  await userEvent.selectOptions(await screen.findByLabelText('État'), 'watching');
  now = { ...incident, severity: 'high', version: 2 };
  act(() => publishLiveEvent({ type: 'incident', data: { id: 4 } } as never));
  expect(await screen.findByText('Haute', { ignore: 'option' })).toBeInTheDocument();
  await press('Mettre à jour l’incident');
  expect(await screen.findByText('Cet incident a changé. Relisez-le.')).toBeInTheDocument();
  expect(screen.getByLabelText('État')).toHaveValue('watching');
  await press('Mettre à jour l’incident');
  await screen.findByRole('button', { name: 'Gravité et état' });
  expect(versions).toEqual([1, 2]);
});
