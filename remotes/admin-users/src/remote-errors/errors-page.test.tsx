import { renderPage, rowOf, signInBeforeEach } from '../../../../tests/support/ui';
import { ErrorsPage } from './errors-page';

signInBeforeEach();

const release = (version: string, count: number, day: string) => ({
  version,
  count,
  first_at: `2026-11-${day}T10:00:00.000Z`,
  last_at: `2026-11-${day}T11:00:00.000Z`,
  visitors: count,
  share: 0.1,
});
const [older, newer] = ['1.0.0-0000000001', '1.0.0-0000000002'];
const group = {
  id: 7,
  remote: 'cards',
  kind: 'render',
  name: 'TypeError',
  message: 'x is undefined',
  place: null,
  count: 250,
  first_at: '2026-11-20T10:00:00.000Z',
  last_at: '2026-11-26T11:00:00.000Z',
  resolved_at: null,
  resolved_by: null,
  releases: [release(newer, 240, '26'), release(older, 10, '20')],
};
const open = (query: string) =>
  renderPage(<ErrorsPage />, {
    path: `/admin/releases/errors${query}`,
    fetch: ({ path }) =>
      path === '/auth/me'
        ? { body: { id: 1, role: 'admin' } }
        : { body: { groups: [group], releases: [], pagination: { page: 1, limit: 20, total: 1, pages: 1 } } },
  });

it('counts an error in every release', async () => {
  open('');
  expect(await rowOf(/TypeError/)).toHaveTextContent(/0000000002.*25020 nov\. 2026.*26 nov\. 2026/);
});

it('counts an error in the release that is chosen', async () => {
  open(`?remote=cards&version=${older}`);
  expect(await rowOf(/TypeError/)).toHaveTextContent(/0000000001.*\(10\)1020 nov\. 2026.*20 nov\. 2026/);
});
