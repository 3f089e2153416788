/** @jest-environment jsdom */
import type { FrameData } from '@bank/contracts/embed-frame';

const version = '1.0.0-0123456789';
const data = {
  widget: 'chat',
  partner: 'pk_1',
  token: 'once',
  page: 'https://page.example',
  bank: 'https://bank.example',
  release: { remote: 'support', version },
} as FrameData;
const call = '    at a (https://bank.example/embed/assets/support/chat.12345678.js:1:204)';
let of = data;
const sent: Record<string, unknown>[] = [];
const watcher = { start: () => true, show: jest.fn(), lost: jest.fn() };
let reportError: (error: unknown) => void;

beforeEach(async () => {
  jest.resetModules();
  jest.useFakeTimers();
  sent.length = 0;
  of = data;
  watcher.show.mockClear();
  document.body.innerHTML = '<div id="root"><main></main></div>';
  globalThis.fetch = jest.fn(async (_address, init) => {
    sent.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
    return new Response(null, { status: 204 });
  });
  const reports = await import('./error-reports');
  reportError = (error) => reports.reportError(error, of, watcher);
});
afterEach(() => jest.useRealTimers());

const thrown = (message: string) =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n${call}` });

it('reports the errors of two seconds in one call, counted, without personal data', () => {
  reportError(thrown('marie@exemple.fr has 12 €'));
  reportError(thrown('marie@exemple.fr has 13 €'));
  jest.advanceTimersByTime(2_000);
  const error = {
    remote: 'support',
    version,
    kind: 'uncaught',
    name: 'TypeError',
    message: '[email] has # €',
  };
  const frame = { partner: 'pk_1', widget: 'chat', token: 'once', is_broken: false };
  expect(sent).toEqual([{ ...frame, errors: [{ ...error, stack: call, count: 2 }] }]);
  reportError(thrown('later'));
  jest.advanceTimersByTime(10_000);
  expect(sent).toHaveLength(1);
});

it('marks the widget as broken when nothing of it is left, and has a notice shown', () => {
  reportError(thrown('before'));
  expect(watcher.show).not.toHaveBeenCalled();
  document.getElementById('root')?.replaceChildren();
  reportError(thrown('x'));
  expect(watcher.show).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(2_000);
  expect(sent).toMatchObject([{ is_broken: true, errors: [{ kind: 'render' }, { kind: 'render' }] }]);
});

it('reports nothing of a frame that belongs to no release, nor while offline', () => {
  const { release: _, ...developed } = data;
  of = developed as FrameData;
  reportError(thrown('x'));
  of = data;
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reportError(thrown('x'));
  jest.advanceTimersByTime(10_000);
  expect(sent).toEqual([]);
  jest.restoreAllMocks();
});
