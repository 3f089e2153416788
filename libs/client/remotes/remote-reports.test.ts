/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { keyPair, signedRemote } from '../../../tests/support/signed-remote';
import { flushReports, reportRemote } from './remote-reports';

const { privateKey } = keyPair();
const cards = signedRemote(privateKey, { name: 'cards' });
const auth = signedRemote(privateKey, { name: 'auth' });
const sent: unknown[] = [];
let status: number;

beforeEach(() => {
  jest.useFakeTimers();
  sent.length = 0;
  status = 204;
  globalThis.fetch = jest.fn(async (_url, init) => {
    sent.push({ ...JSON.parse(String(init?.body)), headers: init?.headers });
    return new Response(null, { status });
  });
});
afterEach(() => {
  flushReports();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const line = (remote: string, kind: string, count: number) => ({
  remote,
  version: cards.version,
  kind,
  count,
});
const headers = { 'Content-Type': 'application/json' };

it('counts shown remotes, and reports them after 30 seconds', () => {
  reportRemote(cards, 'shown');
  reportRemote(cards, 'shown');
  reportRemote(auth, 'shown');
  jest.advanceTimersByTime(29_999);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(sent).toEqual([{ reports: [line('cards', 'shown', 2), line('auth', 'shown', 1)], headers }]);
  jest.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(1);
});

it('reports a failure after two seconds, with all pending reports', () => {
  reportRemote(cards, 'shown');
  jest.advanceTimersByTime(10_000);
  reportRemote(auth, 'load');
  jest.advanceTimersByTime(1_000);
  reportRemote(auth, 'load');
  jest.advanceTimersByTime(1_000);
  expect(sent).toEqual([{ reports: [line('cards', 'shown', 1), line('auth', 'load', 2)], headers }]);
});

it('sends pending reports when the page is left, and at most a hundred of each kind', () => {
  for (let time = 0; time < 150; time += 1) reportRemote(cards, 'render');
  flushReports();
  expect(sent).toEqual([{ reports: [line('cards', 'render', 100)], headers }]);
});

it('reports nothing while the browser is offline, nor for a version that is no release', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reportRemote(cards, 'load');
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  reportRemote({ ...cards, version: 'latest' }, 'load');
  jest.advanceTimersByTime(60_000);
  expect(sent).toEqual([]);
});

it('drops reports that failed twice', async () => {
  status = 503;
  reportRemote(cards, 'load');
  await jest.advanceTimersByTimeAsync(120_000);
  expect(sent).toHaveLength(2);
});
