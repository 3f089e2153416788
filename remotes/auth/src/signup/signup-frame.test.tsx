import { pasteInto, type Answer, renderPage } from '../../../../tests/support/ui';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FrameData } from '@bank/contracts/embed-frame';
import { bankTheme } from '@bank/contracts/widget-theme';
import { SignupFrame } from './signup-frame';

const data: FrameData = {
  widget: 'signup',
  partner: 'pk_demo_deux-rives-habitat',
  token: 'first',
  theme: bankTheme,
  page: 'https://deux-rives.example',
  bank: 'https://bank.example',
};
const answered: Answer = {
  status: 201,
  body: { application_id: 'id', continue_url: 'https://bank.example/continue', code: 'the-code' },
};

let notice: (entries: { isVisible?: boolean }[]) => void;
let resized: () => void;
let height = 500;

beforeEach(() => {
  global.ResizeObserver = class {
    constructor(callback: () => void) {
      resized = callback;
    }
    observe() {
      resized();
    }
    unobserve() {}
    disconnect() {}
  } as unknown as typeof ResizeObserver;
  jest
    .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    .mockImplementation(() => ({ height }) as DOMRect);
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(global, 'IntersectionObserver');
  Reflect.deleteProperty(global, 'IntersectionObserverEntry');
});

/** A browser that reports whether an element is visible. */
function withVisibility() {
  class Entry {}
  Object.assign(Entry.prototype, { isVisible: false });
  class Observer {
    constructor(callback: typeof notice) {
      notice = callback;
    }
    observe() {}
    disconnect() {}
  }
  Object.assign(global, { IntersectionObserver: Observer, IntersectionObserverEntry: Entry });
}

function render(fetch: () => Answer | Promise<Answer> = () => answered, more: Partial<FrameData> = {}) {
  const send = jest.fn();
  const frame = { data: { ...data, ...more }, send, onShown: () => undefined };
  const page = renderPage(<SignupFrame frame={frame} />, { fetch });
  const heights = () => send.mock.calls.flatMap(([message]) => (message as { height?: number }).height ?? []);
  return { ...page, send, heights };
}

async function apply() {
  await pasteInto(screen.getByLabelText('Prénom'), 'Zoé');
  await pasteInto(screen.getByLabelText('Nom'), 'Martin');
  await pasteInto(screen.getByLabelText('E-mail'), 'zoe@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Continuer' }));
}

beforeEach(() => {
  class Entry {}
  Object.assign(global, { IntersectionObserverEntry: Entry });
});

it('asks for no secret, and posts its code to the bank in a new tab', async () => {
  const { calls, send } = render();
  expect(document.querySelector('input[type=password]')).toBeNull();
  await apply();
  const button = await screen.findByRole('button', { name: 'Continuer chez Bank PCS' });
  expect(calls[0]).toMatchObject({ path: '/embed/signup', body: { partner: data.partner, token: 'first' } });
  const form = button.closest('form');
  expect(form).toHaveAttribute('action', 'https://bank.example/continue');
  expect([form?.method, form?.target, form?.getAttribute('rel')]).toEqual(['post', '_blank', 'noopener']);
  expect(new FormData(form!).get('code')).toBe('the-code');
  expect(send).toHaveBeenCalledWith({ type: 'complete', applicationId: 'id' });
});

it('sends the page’s name for the application along', async () => {
  const { calls } = render(undefined, { reference: 'dossier-4711' });
  await apply();
  await screen.findByRole('button', { name: 'Continuer chez Bank PCS' });
  expect(calls[0]?.body).toMatchObject({ reference: 'dossier-4711' });
});

it('shows the played outcome in the test mode, without a link to the bank', async () => {
  const played = { ...(answered.body as object), code: '', test_outcome: 'refused' };
  const { send } = render(() => ({ status: 201, body: played }), { mark: { test: true } });
  await apply();
  expect(await screen.findByRole('heading', { name: 'Essai terminé' })).toHaveFocus();
  expect(screen.getByText(/terminée, puis refusée/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Bank PCS/ })).not.toBeInTheDocument();
  expect(send).toHaveBeenCalledWith({ type: 'complete', applicationId: 'id' });
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(send).toHaveBeenCalledWith({ type: 'close' });
});

it('leads back to the partner’s page, which it covers on a telephone, from each step', async () => {
  const { send } = render();
  const closed = async () => {
    send.mockClear();
    await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
    expect(send).toHaveBeenCalledWith({ type: 'close' });
  };
  await closed();
  await apply();
  expect(await screen.findByRole('heading', { name: 'Plus qu’une étape' })).toHaveFocus();
  await closed();
});

/** Answers the frame's own document, with its second token, besides the calls. */
function withDocument() {
  const answer = global.fetch;
  const document = `<script id="bank-frame">${JSON.stringify({ ...data, token: 'second' })}</script>`;
  global.fetch = (async (url: string, init: RequestInit) =>
    url === `/embed/frame/signup?partner=${data.partner}&page=${data.page}`
      ? { text: async () => document }
      : answer(url, init)) as unknown as typeof fetch;
}
const late = { status: 403, body: { error: 'Trop tard', code: 'FRAME_TOKEN_INVALID', request_id: 'r' } };

it('renews an expired token', async () => {
  const answers = [late, answered];
  const { calls } = render(() => answers.shift() ?? {});
  withDocument();
  await apply();
  await screen.findByRole('button', { name: 'Continuer chez Bank PCS' });
  expect(calls.map(({ body }) => (body as { token: string }).token)).toEqual(['first', 'second']);
  const keys = calls.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(2);
});

it('reports the application that a late continuation made, and the same one once', async () => {
  const next = { status: 201, body: { ...(answered.body as object), application_id: 'next' } };
  const answers = [answered, answered, late, next];
  const { send } = render(() => answers.shift() ?? {});
  withDocument();
  await apply();
  const ids = () =>
    send.mock.calls.flatMap(([message]) => (message as { applicationId?: string }).applicationId ?? []);
  for (const known of [['id'], ['id', 'next']]) {
    const form = (await screen.findByRole('button', { name: 'Continuer chez Bank PCS' })).closest('form');
    fireEvent.submit(form!);
    await userEvent.click(await screen.findByRole('button', { name: 'Reprendre' }));
    await screen.findByRole('button', { name: 'Continuer chez Bank PCS' });
    expect(ids()).toEqual(known);
  }
});

it('keeps the focus on its button while it asks for another code, and when it has one', async () => {
  let renewed: (answer: Answer) => void = () => undefined;
  const answers = [answered, new Promise<Answer>((resolve) => (renewed = resolve))];
  render(() => answers.shift() ?? {});
  await apply();
  const button = await screen.findByRole('button', { name: 'Continuer chez Bank PCS' });
  button.focus();
  fireEvent.submit(button.closest('form')!);
  const again = await screen.findByRole('button', { name: 'Reprendre' });
  expect(again).toHaveFocus();
  await userEvent.click(again);
  expect(again).toHaveAttribute('aria-busy', 'true');
  expect(again).toHaveFocus();
  renewed(answered);
  expect(await screen.findByRole('button', { name: 'Continuer chez Bank PCS' })).toHaveFocus();
});

it('sends nothing until it has been visible for half a second', async () => {
  withVisibility();
  const { calls } = render();
  await apply();
  expect(await screen.findByText(/Nous n’avons rien envoyé/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ouvrir mon compte sur le site de la banque' })).toHaveAttribute(
    'href',
    'https://bank.example/signup',
  );
  let now = 10_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const sendAfter = async (milliseconds: number, isVisible: boolean) => {
    notice([{ isVisible }]);
    now += milliseconds;
    await userEvent.click(screen.getByRole('button', { name: 'Continuer' }));
  };
  await sendAfter(400, true);
  await sendAfter(600, false);
  await sendAfter(400, true);
  expect(calls).toEqual([]);
  await sendAfter(100, true);
  await waitFor(() => expect(calls).toHaveLength(1));
});

it('reports its height in steps, the same one for every refusal', async () => {
  const { heights } = render();
  expect(heights()).toEqual([560]);
  await userEvent.click(screen.getByRole('button', { name: 'Continuer' }));
  await screen.findByRole('alert');
  for (height of [620, 700, 1_100]) resized();
  expect(heights()).toEqual([560, 800]);
});
