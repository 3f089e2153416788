/** @jest-environment jsdom */
import { waitForPage } from './handshake';
import { protocol } from '@bank/contracts/embed-protocol';

const origin = 'https://page.example';
const init = { v: protocol, type: 'init', locale: 'fr', theme: 'dark' };
const port = () => ({ postMessage: jest.fn(), onmessage: undefined }) as unknown as MessagePort;

function receive(changes: Partial<Record<'source' | 'origin' | 'data' | 'ports', unknown>> = {}) {
  const event = new Event('message');
  const fields = { source: window.parent, origin, data: init, ports: [port()], ...changes };
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(event, name, { value });
  window.dispatchEvent(event);
}

async function isSettled(promise: Promise<unknown>) {
  const pending = Symbol('pending');
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

it.each([
  ['a window that is not the parent', { source: {} }],
  ['another origin', { origin: 'https://other.example' }],
  ['an origin that only begins alike', { origin: `${origin}.evil.example` }],
  ['a message that is no init', { data: { v: protocol, type: 'shown' } }],
  ['a huge message', { data: { ...init, theme: 'x'.repeat(20_000) } }],
  ['no port', { ports: [] }],
  ['two ports', { ports: [port(), port()] }],
])('ignores %s, and still accepts the page afterwards', async (_case, changes) => {
  const page = waitForPage(origin);
  receive(changes);
  expect(await isSettled(page)).toBe(false);
  receive();
  expect((await page).look).toMatchObject({ locale: 'fr', theme: 'dark' });
});

it('replies in the version of the page, and ignores malformed messages', async () => {
  const theirs = port();
  const waiting = waitForPage(origin);
  receive({ data: { ...init, v: protocol - 1 }, ports: [theirs] });
  const page = await waiting;
  page.send({ type: 'ready' });
  expect(theirs.postMessage).toHaveBeenCalledWith({ v: protocol - 1, type: 'ready' });
  const heard = jest.fn();
  page.listen(heard);
  theirs.onmessage?.({ data: { v: protocol, type: 'nonsense' } } as MessageEvent);
  theirs.onmessage?.({ data: { v: protocol, type: 'shown' } } as MessageEvent);
  expect(heard.mock.calls).toEqual([[{ v: protocol, type: 'shown' }]]);
});

it('marks every message to the page in the test mode', async () => {
  const theirs = port();
  const waiting = waitForPage(origin, { test: true });
  receive({ ports: [theirs] });
  (await waiting).send({ type: 'step', step: 'done' });
  expect(theirs.postMessage).toHaveBeenCalledWith({ v: protocol, type: 'step', step: 'done', test: true });
});

it('accepts no second page', async () => {
  const page = waitForPage(origin);
  const late = port();
  receive();
  receive({ ports: [late] });
  (await page).send({ type: 'ready' });
  expect(late.postMessage).not.toHaveBeenCalled();
});
