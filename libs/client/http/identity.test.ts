/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import type { api } from './api';
import type { hasUserChanged, page, watchUserChange } from './identity';
import { clearTokens, readTokens, writeTokens } from './tokens';

const tokensOf = (userId: number, version = 1) => {
  const claims = btoa(JSON.stringify({ sub: String(userId), jti: `${version}` }));
  return { access_token: `head.${claims}.sign${version}`, refresh_token: `refresh-${userId}-${version}` };
};
/** Stored as by another tab; this one is notified later, or not at all. */
const writtenElsewhere = ({ access_token, refresh_token }: ReturnType<typeof tokensOf>) => {
  localStorage.setItem('access_token', access_token);
  localStorage.setItem('refresh_token', refresh_token);
};
const answer = (status: number, body: unknown = {}) => ({
  status,
  ok: status < 400,
  headers: new Headers(),
  json: async () => body,
  text: async () => JSON.stringify(body),
});
const settles = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => setTimeout(() => resolve(false), 50))]);

// Each test is a new page.
let modules: {
  api: typeof api;
  hasUserChanged: typeof hasUserChanged;
  page: typeof page;
  watchUserChange: typeof watchUserChange;
};
let fetched: jest.Mock;
let reloaded: jest.SpyInstance;

beforeEach(() => {
  localStorage.clear();
  clearTokens();
  jest.isolateModules(() => {
    modules = { ...jest.requireActual('./api'), ...jest.requireActual('./identity') };
  });
  reloaded = jest.spyOn(modules.page, 'reload').mockImplementation(() => undefined);
  fetched = jest.fn(async () => answer(200));
  global.fetch = fetched as unknown as typeof fetch;
});

it('stays the same person’s page through sign-in, refresh, sign-out and another sign-in', async () => {
  const stop = modules.watchUserChange();
  writtenElsewhere(tokensOf(1));
  await modules.api.get('/a');
  writtenElsewhere(tokensOf(1, 2));
  await modules.api.get('/a');
  localStorage.clear();
  await modules.api.get('/a');
  writtenElsewhere(tokensOf(2));
  await modules.api.get('/a');
  expect(fetched).toHaveBeenCalledTimes(4);
  expect(reloaded).not.toHaveBeenCalled();
  stop();
});

it('makes no call for the next person, and reloads', async () => {
  writtenElsewhere(tokensOf(1));
  await modules.api.get('/balance');
  writtenElsewhere(tokensOf(2));
  expect(await settles(modules.api.post('/transfer', { amount: 100 }))).toBe(false);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(reloaded).toHaveBeenCalledTimes(1);
});

it('does not repeat an expired call in the next person’s name', async () => {
  writtenElsewhere(tokensOf(1));
  fetched.mockImplementation(async () => {
    writtenElsewhere(tokensOf(2));
    return answer(401);
  });
  expect(await settles(modules.api.post('/transfer', { amount: 100 }))).toBe(false);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(reloaded).toHaveBeenCalledTimes(1);
});

it('does not overwrite the next person’s session with the first one’s renewed one', async () => {
  writtenElsewhere(tokensOf(1));
  fetched.mockImplementation(async (url: string) => {
    if (!url.endsWith('/auth/refresh')) return answer(401);
    writtenElsewhere(tokensOf(2));
    return answer(200, tokensOf(1, 2));
  });
  expect(await settles(modules.api.get('/a'))).toBe(false);
  expect(readTokens()).toEqual(tokensOf(2));
});

it('does not restore a session that ended during its renewal', async () => {
  writtenElsewhere(tokensOf(1));
  fetched.mockImplementation(async (url: string) => {
    if (!url.endsWith('/auth/refresh')) return answer(401);
    localStorage.clear();
    return answer(200, tokensOf(1, 2));
  });
  await expect(modules.api.get('/a')).rejects.toMatchObject({ status: 401 });
  expect(readTokens()).toBeUndefined();
});

it.each([
  ['told by another tab', () => dispatchEvent(new StorageEvent('storage', { key: 'access_token' }))],
  ['brought back by the browser', () => dispatchEvent(new Event('pageshow'))],
  ['looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('is detected by a page that is %s', async (_how, happen) => {
  writeTokens(tokensOf(1));
  const stop = modules.watchUserChange();
  writtenElsewhere(tokensOf(2));
  happen();
  await new Promise((resolve) => setTimeout(resolve));
  expect(reloaded).toHaveBeenCalledTimes(1);
  stop();
});
