import { marie, renderPage, type Server, signInBeforeEach } from '../../../tests/support/ui';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Session } from '@bank/contracts/auth';
import { readTokens, writeTokens } from '../http/tokens';
import { readDraft, writeDraft } from './draft';
import { readPersonal, writePersonal } from './personal-storage';
import { useSession } from './session';

signInBeforeEach();

const unsubscribe = jest.fn(async () => true);
const close = jest.fn();
beforeEach(() => {
  jest.clearAllMocks();
  const registration = {
    getNotifications: async () => [{ close }, { close }],
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  };
  const value = { getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true });
});
afterEach(() => {
  jest.useRealTimers();
  delete (navigator as unknown as Record<string, unknown>).serviceWorker;
});

function Page() {
  const { user, signOut } = useSession();
  return <button onClick={() => void signOut()}>{user?.username}</button>;
}

const tokenOf = ({ id }: { id: number }) => `x.${btoa(JSON.stringify({ sub: id }))}.x`;

/** A page on which the session of this person replaces that of marie, once she has left something in the browser. */
async function replaceSession(id: number) {
  const session = { access_token: 'next', refresh_token: 'next', user: { ...marie, id, username: 'next' } };
  function Replacing() {
    const { user, start } = useSession();
    return <button onClick={() => start(session as Session)}>{user?.username}</button>;
  }
  writeTokens({ access_token: tokenOf(marie), refresh_token: 'refresh' });
  renderPage(<Replacing />, { fetch: () => ({ body: marie }) });
  const button = await screen.findByRole('button', { name: 'marie' });
  writePersonal('browser', marie.id, 'balance_checks', [1]);
  writeDraft(marie.id, 'transfer', { amount: '5' });
  fireEvent.click(button);
  await screen.findByRole('button', { name: 'next' });
}
const left = () => [readPersonal('browser', marie.id, 'balance_checks'), readDraft(marie.id, 'transfer')];

it('leaves nothing behind of a person whose session another person’s replaces', async () => {
  await replaceSession(marie.id + 1);
  expect(left()).toEqual([undefined, undefined]);
  expect(readTokens()?.access_token).toBe('next');
  await waitFor(() => expect(unsubscribe).toHaveBeenCalledTimes(1));
  expect(close).toHaveBeenCalledTimes(2);
});

it('keeps what a person typed who signs in once more', async () => {
  await replaceSession(marie.id);
  expect(left()).toEqual([[1], { amount: '5' }]);
  expect(unsubscribe).not.toHaveBeenCalled();
});

it('keeps what a person typed who signs in while the bank cannot name whose the tokens are', async () => {
  const access_token = tokenOf(marie);
  writeTokens({ access_token, refresh_token: 'refresh' });
  writeDraft(marie.id, 'transfer', { amount: '5' });
  function Opening() {
    const { state, user, start } = useSession();
    const session = { access_token, refresh_token: 'next', user: marie } as unknown as Session;
    return <button onClick={() => start(session)}>{user?.username ?? state}</button>;
  }
  renderPage(<Opening />, { fetch: () => ({ status: 503 }) });
  fireEvent.click(await screen.findByRole('button', { name: 'unreachable' }));
  await screen.findByRole('button', { name: 'marie' });
  expect(readDraft(marie.id, 'transfer')).toEqual({ amount: '5' });
  expect(unsubscribe).not.toHaveBeenCalled();
});

/** Signs out of a page whose server does this with the call. */
async function signOut(end: Server) {
  const view = renderPage(<Page />, {
    fetch: (call) => (call.path === '/auth/me' ? { body: marie } : end(call)),
  });
  const button = await screen.findByRole('button', { name: 'marie' });
  jest.useFakeTimers();
  fireEvent.click(button);
  return view;
}
const never = () => new Promise<never>(() => undefined);
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

it('ends the session on the server, which sends no more push messages, and takes those that are shown away', async () => {
  const { sent } = await signOut(() => ({ status: 204 }));
  await pass(0);
  expect(sent().map(({ path }) => path)).toEqual(['/auth/logout']);
  expect(readTokens()).toBeUndefined();
  expect(close).toHaveBeenCalledTimes(2);
  expect(unsubscribe).not.toHaveBeenCalled();
});

it('takes seconds where the server does not answer, and the browser takes no more push messages', async () => {
  await signOut(never);
  await pass(3_900);
  expect(readTokens()).toBeDefined();
  await pass(200);
  expect(readTokens()).toBeUndefined();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});

it('takes seconds where the session would have to be refreshed first, without an answer', async () => {
  const over = { status: 401, body: { code: 'UNAUTHENTICATED', error: '', request_id: '' } };
  await signOut(({ path }) => (path === '/auth/refresh' ? never() : over));
  await pass(4_100);
  expect(readTokens()).toBeUndefined();
});

it('does not repeat a call that came too late with the tokens of the next session', async () => {
  let answer = (_late: { status: number; body: object }) => {};
  const { sent } = await signOut(() => new Promise((resolve) => (answer = resolve)));
  await pass(4_100);
  localStorage.setItem('access_token', 'next');
  localStorage.setItem('refresh_token', 'next');
  answer({ status: 401, body: { code: 'UNAUTHENTICATED', message: '', requestId: '' } });
  await pass(100);
  expect(sent().filter(({ path }) => path === '/auth/logout')).toHaveLength(1);
});

it('is done for a page that is closed before the server answered', async () => {
  await signOut(never);
  act(() => void dispatchEvent(new Event('pagehide')));
  expect(readTokens()).toBeUndefined();
});

it('leaves the page open that another sign-in follows', async () => {
  await signOut(() => ({ status: 204 }));
  await pass(0);
  localStorage.setItem('access_token', 'next');
  localStorage.setItem('refresh_token', 'next');
  act(() => void dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(readTokens()?.access_token).toBe('next'));
});
