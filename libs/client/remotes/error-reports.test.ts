/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { config } from '../http/config';
import { reportError, sendErrors } from './error-reports';

const version = '1.0.0-0123456789';
const call = `    at a (https://bank.example/remotes/cards/${version}/93.ab.js:1:204)`;
const sent: { errors: Record<string, unknown>[] }[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  sent.length = 0;
  globalThis.fetch = jest.fn(async (_url, init) => {
    sent.push(JSON.parse(String(init?.body)) as (typeof sent)[number]);
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  sendErrors();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const thrown = (message: string, stack = `TypeError: ${message}\n${call}`) =>
  Object.assign(new TypeError(message), { stack });

it('reports an error once after two seconds, counted, without personal data', () => {
  reportError(thrown('marie@exemple.fr has 12 €'), { kind: 'uncaught' });
  reportError(thrown('marie@exemple.fr has 13 €'), { kind: 'uncaught' });
  jest.advanceTimersByTime(1_999);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(1);
  const report = {
    remote: 'cards',
    version,
    kind: 'uncaught',
    name: 'TypeError',
    message: '[email] has # €',
  };
  expect(sent).toEqual([{ errors: [{ ...report, stack: call, count: 2 }] }]);
});

it('names the remote behind whose boundary it was thrown', () => {
  const remote = { name: 'auth', version };
  reportError(thrown('x'), { kind: 'render', remote });
  sendErrors();
  expect(sent[0]?.errors).toMatchObject([{ remote: 'auth', kind: 'render' }]);
});

it('reports an error outside all remotes as one of the shell, with the document’s version', () => {
  const own = 'Error: x\n    at a (https://bank.example/assets/shell/main.ab.js:1:2)';
  reportError(thrown('x', own), { kind: 'uncaught' });
  sendErrors();
  expect(sent).toEqual([]);
  config.host_version = version;
  reportError(thrown('x', own), { kind: 'uncaught' });
  reportError(thrown('x', `${own}\n${call}`), { kind: 'uncaught' });
  sendErrors();
  delete config.host_version;
  expect(sent[0]?.errors).toMatchObject([
    { remote: 'shell', version, kind: 'uncaught' },
    { remote: 'cards', version, kind: 'uncaught' },
  ]);
});

it('reports nothing of what is outside the bank, nor of a version that is no release, nor while offline', () => {
  reportError(thrown('x', 'Error: x\n    at a (chrome-extension://abc/a.js:1:2)'), { kind: 'uncaught' });
  reportError(thrown('y'), { kind: 'render', remote: { name: 'auth', version: 'latest' } });
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reportError(thrown('z'), { kind: 'uncaught' });
  sendErrors();
  expect(sent).toEqual([]);
});

it('reports at most twenty different errors of a page, ten in a call, each of bounded length', () => {
  for (let time = 0; time < 100; time += 1)
    reportError(thrown('é'.repeat(time + 1), `${call}\n`.repeat(1_000)), { kind: 'uncaught' });
  sendErrors();
  const counts = sent.map(({ errors }) => errors.length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(10);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(20);
  for (const { stack } of sent.flatMap(({ errors }) => errors))
    expect(String(stack).length).toBeLessThanOrEqual(6_000);
});
