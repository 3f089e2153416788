/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { earlyReads } from '@bank/contracts/routes';
import { bankNow } from '@bank/i18n/bank-clock';
import { setLanguage } from '@bank/i18n/language';
import { lastActivityAt } from './activity';
import { api } from './api';
import { takeEarlyRead } from './early-reads';
import { clearTokens, writeTokens } from './tokens';

const user = { id: 7 };
const answers = (status = 200, headers = {}) =>
  Promise.resolve({ ok: status < 400, headers: new Headers(headers), json: async () => user } as Response);

/** As the document leaves it. */
function asked(answer: Promise<Response>, until = Date.now() + 1_000, url = '/api/auth/me') {
  answer.catch(() => undefined);
  const early = { bearer: 'one', language: 'fr', answers: { [url]: answer }, until };
  Object.assign(globalThis, { [earlyReads]: early });
}

const take = () => takeEarlyRead('/auth/me');

beforeEach(() => writeTokens({ access_token: 'one', refresh_token: 'refresh' }));
afterEach(() => {
  Object.assign(globalThis, { [earlyReads]: undefined });
  setLanguage('fr');
});

it('gives the answer once, as a call that the person caused', async () => {
  asked(answers());
  expect(await take()).toEqual(user);
  expect(lastActivityAt()).toBeGreaterThan(Date.now() - 1_000);
  expect(await take()).toBeUndefined();
});

it('learns the bank’s time from the answer', async () => {
  const yesterday = Date.now() - 86_400_000;
  asked(answers(200, { Date: new Date(yesterday).toUTCString() }));
  await take();
  expect(Math.abs(bankNow() - yesterday)).toBeLessThan(5_000);
  asked(answers(200, { Date: new Date().toUTCString() }));
  await take();
});

it.each<[string, () => void]>([
  ['to another person', () => writeTokens({ access_token: 'two', refresh_token: 'refresh' })],
  ['to a visitor', clearTokens],
  ['in another language', () => setLanguage('en')],
])('gives none %s, then or later', async (_who, change) => {
  asked(answers());
  change();
  expect(await take()).toBeUndefined();
  writeTokens({ access_token: 'one', refresh_token: 'refresh' });
  setLanguage('fr');
  expect(await take()).toBeUndefined();
});

it('gives none that is old, refused, did not arrive, or was not asked for', async () => {
  asked(answers(), Date.now() - 1);
  expect(await take()).toBeUndefined();
  asked(answers(401));
  expect(await take()).toBeUndefined();
  asked(Promise.reject(new TypeError('Failed to fetch')));
  expect(await take()).toBeUndefined();
  asked(answers());
  expect(await takeEarlyRead('/cards')).toBeUndefined();
});

it('gives none that does not go on', async () => {
  jest.useFakeTimers();
  const json = () => new Promise(() => undefined);
  asked(Promise.resolve({ ok: true, headers: new Headers(), json } as unknown as Response));
  const taken = take();
  await jest.advanceTimersByTimeAsync(20_000);
  expect(await taken).toBeUndefined();
  jest.useRealTimers();
});

describe('for a call of a page', () => {
  const answer = { ok: true, status: 200, headers: new Headers(), text: async () => '{"id":8}' };
  const fetched = jest.fn(async () => answer);
  beforeEach(() => {
    fetched.mockClear();
    Object.assign(globalThis, { fetch: fetched });
  });

  it('answers a read by its address and query, and no other read', async () => {
    asked(answers(), undefined, '/api/list?page=1');
    expect(await api.get('/list', { query: { page: 2, search: '' } })).toEqual({ id: 8 });
    expect(await api.get('/list', { query: { page: 1, search: '' } })).toEqual(user);
    expect(await api.get('/list', { query: { page: 1 } })).toEqual({ id: 8 });
  });

  it('answers none after a change, which it may be older than', async () => {
    asked(answers());
    await api.post('/settings/profile', {});
    expect(await api.get('/auth/me')).toEqual({ id: 8 });
  });
});
