import '../../../tests/support/host-document';
import { act, render, screen } from '@testing-library/react';
import type { Session } from '@bank/contracts/auth';
import { loadQueries } from '../http/load-queries';
import { QueriesProvider } from '../http/page-queries';
import { clearTokens, readTokens, writeTokens } from '../http/tokens';
import { SessionProvider, useSession } from './session';

// As in a page of visitors, where `query.ts` is loaded later; once it is, it stays for the file.
jest.mock('../http/load-queries', () => ({ loadQueries: jest.fn() }));
const tokens = { access_token: 'access', refresh_token: 'refresh' };
const marie = { id: 2, username: 'marie', role: 'user' };

function Page() {
  const { state, user, start, retry } = useSession();
  const session = { ...tokens, user: marie } as unknown as Session;
  return (
    <>
      <p>{[state, user?.username].join(' ').trim()}</p>
      <button onClick={() => start(session)}>start</button>
      <button onClick={retry}>retry</button>
    </>
  );
}

function renderSession() {
  global.fetch = jest.fn(async () => ({
    ok: true,
    status: 200,
    headers: new Headers(),
    text: async () => JSON.stringify({ ...marie, username: 'asked' }),
    json: async () => ({ ...marie, username: 'asked' }),
  })) as unknown as typeof fetch;
  return render(
    <QueriesProvider>
      <SessionProvider>
        <Page />
      </SessionProvider>
    </QueriesProvider>,
  );
}
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());

beforeEach(() =>
  jest
    .mocked(loadQueries)
    .mockReset()
    .mockReturnValue(new Promise(() => undefined)),
);
afterEach(() => act(() => clearTokens()));

it('loads no cache of responses for a visitor, whose sign-in counts at once', async () => {
  renderSession();
  expect(screen.getByText('signed-out')).toBeInTheDocument();
  expect(loadQueries).not.toHaveBeenCalled();
  await press('start');
  expect(screen.getByText('signed-in marie')).toBeInTheDocument();
  expect(readTokens()).toEqual(tokens);
  await act(async () => clearTokens());
  await act(async () => writeTokens(tokens));
  // Of a session that another tab began.
  expect(screen.getByText('loading')).toBeInTheDocument();
});

it('keeps what a visitor has in the tab when a page opens, and nothing of it once a session begins or ends', async () => {
  const talk = 'personal:0:talk bank';
  sessionStorage.setItem(talk, 'secret');
  sessionStorage.setItem('personal:2:draft:transfer', '{}');
  renderSession();
  expect(Object.keys(sessionStorage)).toEqual([talk]);
  await press('start');
  expect(Object.keys(sessionStorage)).toEqual([]);
  sessionStorage.setItem(talk, 'secret');
  await act(async () => clearTokens());
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('cannot identify anybody where the cache does not load, and tries again when it is asked to', async () => {
  writeTokens(tokens);
  jest.mocked(loadQueries).mockRejectedValueOnce(new Error('gone'));
  renderSession();
  expect(await screen.findByText('unreachable')).toBeInTheDocument();
  await press('retry');
  expect(screen.getByText('loading')).toBeInTheDocument();
});

it('keeps who has signed in when the cache is loaded, without asking the server', async () => {
  renderSession();
  await press('start');
  await act(async () => import('../http/query'));
  expect(screen.getByText('signed-in marie')).toBeInTheDocument();
  expect(fetch).not.toHaveBeenCalled();
  await act(async () => clearTokens());
  expect(screen.getByText('signed-out')).toBeInTheDocument();
  await act(async () => writeTokens(tokens));
  expect(await screen.findByText('signed-in asked')).toBeInTheDocument();
});
