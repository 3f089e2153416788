/** @jest-environment jsdom */
import type { FrameData } from '@bank/contracts/embed-frame';

const version = '1.0.0-0123456789';
const data = {
  ...{
    widget: 'chat',
    partner: 'pk_1',
    token: 'once',
    page: 'https://page.example',
    bank: 'https://bank.example',
  },
  release: { remote: 'support', version },
} as FrameData;
const call = '    at a (https://bank.example/embed/assets/support/chat.12345678.js:1:204)';
const sent: Record<string, unknown>[] = [];
let reportError: (error: unknown, data: FrameData) => void;

beforeEach(async () => {
  jest.resetModules();
  jest.useFakeTimers();
  sent.length = 0;
  document.body.innerHTML = '<div id="root"><main></main></div>';
  globalThis.fetch = jest.fn(async (_address, init) => {
    sent.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
    return new Response(null, { status: 204 });
  });
  ({ reportError } = await import('./error-reports'));
});
afterEach(() => jest.useRealTimers());

const thrown = (message: string) =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n${call}` });

it('reports the errors of two seconds in one call, counted, without personal data', () => {
  reportError(thrown('marie@exemple.fr has 12 €'), data);
  reportError(thrown('marie@exemple.fr has 13 €'), data);
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
  reportError(thrown('later'), data);
  jest.advanceTimersByTime(10_000);
  expect(sent).toHaveLength(1);
});

it.each([
  ['fr', 'Bank PCS ne répond pas ici pour l’instant.', 'Réessayer'],
  ['en', 'Bank PCS is not responding here at the moment.', 'Try again'],
])('marks the widget as broken when nothing of it is left, and shows it (%s)', (language, message, retry) => {
  document.documentElement.lang = language;
  document.getElementById('root')?.replaceChildren();
  reportError(thrown('x'), data);
  reportError(thrown('y'), data);
  expect(document.querySelectorAll('main')).toHaveLength(1);
  expect(document.querySelector('[role=alert]')?.textContent).toBe(message);
  expect(document.querySelector('button')?.textContent).toBe(retry);
  jest.advanceTimersByTime(2_000);
  expect(sent).toMatchObject([{ is_broken: true, errors: [{ kind: 'render' }, { kind: 'render' }] }]);
});

it('reports nothing of a frame that belongs to no release, nor while offline', () => {
  const { release: _, ...developed } = data;
  reportError(thrown('x'), developed as FrameData);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reportError(thrown('x'), data);
  jest.advanceTimersByTime(10_000);
  expect(sent).toEqual([]);
  jest.restoreAllMocks();
});
