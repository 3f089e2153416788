/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { fileBody } from '../../../tests/support/file-body';
import type { api, setApprovalPrompt } from './api';
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
/** The end of the session in another tab, and the next sign-in there. */
const replacedBy = (next: ReturnType<typeof tokensOf>) => {
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  writtenElsewhere(next);
  dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
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
  setApprovalPrompt: typeof setApprovalPrompt;
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

describe('after a sign-out and another sign-in', () => {
  let stop: () => void;
  beforeEach(() => {
    writtenElsewhere(tokensOf(1));
    stop = modules.watchUserChange();
  });
  afterEach(() => stop());

  it('does not repeat an expired call in the next person’s name', async () => {
    fetched.mockImplementation(async () => {
      replacedBy(tokensOf(2));
      return answer(401);
    });
    expect(await settles(modules.api.post('/transfer', { amount: 100 }))).toBe(false);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('does not repeat a call in the next person’s name that the first one approves', async () => {
    fetched.mockImplementation(async () =>
      answer(403, { code: 'APPROVAL_REQUIRED', error: '', approval: { id: 1 } }),
    );
    modules.setApprovalPrompt(async () => {
      replacedBy(tokensOf(2));
      return 'approved';
    });
    expect(await settles(modules.api.post('/transfer', { amount: 100 }))).toBe(false);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a read', () => modules.api.get('/a')],
    ['a change', () => modules.api.post('/a', {})],
    ['a file', () => modules.api.file('/a')],
  ])('delivers nothing to the next person: %s', async (_what, call) => {
    fetched.mockImplementation(async () => {
      replacedBy(tokensOf(2));
      return { ...answer(200), body: fileBody('secret') };
    });
    expect(await settles(call())).toBe(false);
  });

  it('delivers nothing to the next person who came while it was read', async () => {
    const text = async () => {
      replacedBy(tokensOf(2));
      return '{}';
    };
    fetched.mockImplementation(async () => ({ ...answer(200), text }));
    expect(await settles(modules.api.get('/a'))).toBe(false);
  });

  it('delivers nothing to the page that nobody is signed in on', async () => {
    fetched.mockImplementation(async () => {
      localStorage.clear();
      return answer(200);
    });
    expect(await settles(modules.api.get('/a'))).toBe(false);
  });

  it('delivers to the same person, who has signed in again', async () => {
    fetched.mockImplementation(async () => {
      replacedBy(tokensOf(1, 2));
      return answer(200, { balance: 1 });
    });
    expect(await modules.api.get('/a')).toEqual({ balance: 1 });
  });
});

it('delivers to a visitor who has signed in meanwhile', async () => {
  const stop = modules.watchUserChange();
  fetched.mockImplementation(async () => {
    writtenElsewhere(tokensOf(1));
    return answer(200, { rate: 1 });
  });
  expect(await modules.api.get('/a')).toEqual({ rate: 1 });
  stop();
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
