import { renderPage } from '../../../tests/support/ui';
import { screen } from '@testing-library/react';
import { ApiError } from '../http/api';
import { clearTokens, writeTokens } from '../http/tokens';
import { clearDrafts } from '../session/draft';
import { useSession } from '../session/session';
import { useIdempotencyKey } from './use-idempotency-key';

let made = 0;
beforeEach(() => {
  Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: () => `key-${++made}` });
});
afterEach(() => {
  clearTokens();
  sessionStorage.clear();
});

/** The hook's latest result. */
function renderHook(draft?: string) {
  const hook: { current?: ReturnType<typeof useIdempotencyKey> } = {};
  function Page() {
    hook.current = useIdempotencyKey(draft);
    return useSession().user?.username;
  }
  const { unmount } = renderPage(<Page />, { fetch: () => ({ body: { id: 2, username: 'marie' } }) });
  return {
    keyFor: (request: unknown) => hook.current!.keyFor(request),
    done: (key?: string) => hook.current!.done(key),
    send: (request: unknown, call: () => Promise<unknown>, isShown?: () => boolean) =>
      hook.current!.send(request, { failed: 'Rien.' }, call, isShown),
    unmount,
  };
}

it('keeps one key for every attempt of a request', () => {
  const { keyFor } = renderHook();
  expect(keyFor({ amount: 50 })).toBe(keyFor({ amount: 50 }));
});

it('uses another key for another request, and for the same one after a success', () => {
  const { keyFor, done } = renderHook();
  const first = keyFor({ amount: 50 });
  const second = keyFor({ amount: 60 });
  done();
  expect(new Set([first, second, keyFor({ amount: 60 })]).size).toBe(3);
});

it('uses another key once an earlier attempt had made a secret that nobody saw, and for no other refusal', async () => {
  const { keyFor, send } = renderHook();
  const first = keyFor({ team: 'Cartes' });
  const refuse = (code: ApiError['code'], status: number) =>
    send({ team: 'Cartes' }, () => Promise.reject(new ApiError('Non.', code, status))).catch(() => undefined);
  await refuse('TOO_MANY_REQUESTS', 429);
  expect(keyFor({ team: 'Cartes' })).toBe(first);
  await refuse('SECRET_SHOWN_ONCE', 409);
  expect(keyFor({ team: 'Cartes' })).not.toBe(first);
});

it('leaves the key of the next request to a late success of the one before', async () => {
  const { keyFor, send } = renderHook();
  const answer: { arrive?: () => void } = {};
  const sending = send({ amount: 50 }, () => new Promise<void>((resolve) => (answer.arrive = resolve)));
  const next = keyFor({ amount: 60 });
  answer.arrive?.();
  await sending;
  expect(keyFor({ amount: 60 })).toBe(next);
});

it('leaves the kept key of the form that was opened since to a late success', async () => {
  writeTokens({ access_token: 'access', refresh_token: 'refresh' });
  const before = renderHook('transfer');
  await screen.findByText('marie');
  const first = before.keyFor({ amount: 50 });
  before.unmount();

  const since = renderHook('transfer');
  await screen.findByText('marie');
  const next = since.keyFor({ amount: 60 });
  before.done(first);
  since.unmount();

  const later = renderHook('transfer');
  await screen.findByText('marie');
  expect(later.keyFor({ amount: 60 })).toBe(next);
});

/** A transfer whose form was closed before its answer. */
async function closedBeforeAnswer() {
  writeTokens({ access_token: 'access', refresh_token: 'refresh' });
  const form = renderHook('transfer');
  await screen.findByText('marie');
  const gate: { settle?: (error?: Error) => void } = {};
  const call = () =>
    new Promise<void>((resolve, reject) => (gate.settle = (error) => (error ? reject(error) : resolve())));
  const sending = form.send({ amount: 50 }, call, () => false).catch(() => undefined);
  const key = form.keyFor({ amount: 50 });
  form.unmount();
  const settle = async (error?: Error) => {
    gate.settle?.(error);
    await sending;
  };
  return { key, settle };
}
async function openAgain() {
  const form = renderHook('transfer');
  await screen.findByText('marie');
  return form;
}

it('spends the key of a closed form with its late success', async () => {
  const { key, settle } = await closedBeforeAnswer();
  await settle();
  expect((await openAgain()).keyFor({ amount: 50 })).not.toBe(key);
});

it('keeps the key of a closed form whose answer was lost', async () => {
  const { key, settle } = await closedBeforeAnswer();
  await settle(new ApiError('Rien.', 'NETWORK', 0));
  expect((await openAgain()).keyFor({ amount: 50 })).toBe(key);
});

it('leaves the key to the form that was opened before the late success, and to none after it', async () => {
  const { key, settle } = await closedBeforeAnswer();
  const opened = await openAgain();
  await settle();
  expect(opened.keyFor({ amount: 50 })).toBe(key);
  opened.done(key);
  opened.unmount();
  expect((await openAgain()).keyFor({ amount: 50 })).not.toBe(key);
});

it('leaves nothing of a late success behind once its person signed out', async () => {
  const { key, settle } = await closedBeforeAnswer();
  clearTokens();
  clearDrafts();
  await settle();
  writeTokens({ access_token: 'access', refresh_token: 'refresh' });
  expect((await openAgain()).keyFor({ amount: 50 })).not.toBe(key);
});

it('keeps the key of a named form across a reload, until it succeeds', async () => {
  writeTokens({ access_token: 'access', refresh_token: 'refresh' });
  const before = renderHook('transfer');
  await screen.findByText('marie');
  const key = before.keyFor({ amount: 50 });
  before.unmount();

  const after = renderHook('transfer');
  await screen.findByText('marie');
  expect(after.keyFor({ amount: 50 })).toBe(key);
  after.done();
  after.unmount();

  const later = renderHook('transfer');
  await screen.findByText('marie');
  expect(later.keyFor({ amount: 50 })).not.toBe(key);
});
