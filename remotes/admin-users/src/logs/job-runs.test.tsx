import { expectRetry, press, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import { LogsPage } from './logs-page';

signInBeforeEach();

const run = (id: number, rest: object = {}) => ({
  id,
  job: 'weekly-fee',
  started_at: '2026-11-20T16:45:00.000Z',
  finished_at: '2026-11-20T16:45:01.000Z',
  done: 0,
  failed: false,
  ...rest,
});
const list = (runs: object[], total = runs.length) => ({
  body: { runs, pagination: { page: 1, limit: 50, total, pages: Math.ceil(total / 50) || 1 } },
});
const path = '/admin/logs?view=jobs';

it('describes each run, and since when there was nothing to do', async () => {
  const runs = [
    run(1, { done: 12 }),
    run(2, { job: 'purge', finished_at: '2026-11-20T18:00:00.000Z' }),
    run(3, { job: 'scheduled-debits', failed: true }),
    run(4, { job: 'job-of-tomorrow', done: 2 }),
  ];
  renderPage(<LogsPage />, { path, fetch: () => list(runs) });
  await screen.findByText('Frais hebdomadaires');
  const [, paid, idle, failed, unknown] = screen.getAllByRole('row').map((row) => row.textContent);
  expect(paid).toMatch(
    /^20\snov\.\s2026, 17:45Frais hebdomadairesFrais prélevés ou mis en attente\s: 12Fait$/,
  );
  expect(idle).toBe(
    '20\u00a0nov.\u00a02026, 19:00depuis le 20\u00a0nov.\u00a02026, 17:45NettoyageRien n’était à faire.Rien à faire',
  );
  expect(failed).toMatch(/Débits programmésElle s’est arrêtée sur une erreur.*Échec$/);
  expect(unknown).toMatch(/job-of-tomorrowOpérations\s: 2Fait$/);
});

it('is chosen above the log, in the address, and back', async () => {
  const { asked, place } = renderPage(<LogsPage />, {
    path: '/admin/logs?type=error&page=2',
    fetch: ({ path: called }) =>
      called.startsWith('/admin/jobs') ? list([run(1)], 120) : { body: { logs: [], pagination: {} } },
  });
  await press('Tâches planifiées');
  await screen.findByText('Frais hebdomadaires');
  expect(place()).toBe(path);
  expect(asked('/admin').at(-1)).toBe('/admin/jobs?page=1&limit=50');
  expect(screen.queryByRole('search')).not.toBeInTheDocument();
  await press('Suivant');
  await waitFor(() => expect(place()).toBe(`${path}&page=2`));
  await press('Activité');
  expect(place()).toBe('/admin/logs');
  expect(screen.getByRole('search')).toBeInTheDocument();
});

it('displays an empty list and a failure', async () => {
  await expectRetry(<LogsPage />, 'Les tâches planifiées n’ont pas pu être chargées', {
    path,
    fetch: () => list([]),
  });
  expect(await screen.findByText('Aucune tâche n’a encore tourné')).toBeInTheDocument();
});
