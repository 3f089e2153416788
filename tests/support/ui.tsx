import './all-icons';
import './host-document';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import '@bank/client/query';
import { BrowserRouter, useLocation } from '@bank/client/router';
import { SessionProvider } from '@bank/client/session';
import { writeTokens } from '@bank/client/tokens';
import { setLanguage } from '@bank/i18n/language';
import { I18nProvider } from '@bank/i18n/provider';
import { ToastProvider } from '@bank/ui/toast';
import { fileBody } from './file-body';

/** A call of a page. */
export interface Call {
  method: string;
  /** Under `/api`, with the query. */
  path: string;
  body: unknown;
  headers: Headers;
}

/** Rejects when a call is given up, as `fetch` does. */
const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** The members of a response that the API client reads. */
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Responds to a call; throws if it cannot be reached. */
export type Server = (call: Call) => Answer | Promise<Answer>;

interface PageOptions {
  /** The address, with its query and hash. */
  path?: string;
  fetch?: Server;
}

const unexpected: Server = ({ method, path }) => {
  throw new Error(`the test has no response to ${method} ${path}`);
};

/** A server that cannot be reached. */
export const unreachable = (): never => {
  throw new TypeError('Failed to fetch');
};

/** A refusal with the server's own message. */
export const refused = (status: number, code: string, error: string, fields = {}): Answer => ({
  status,
  body: { error, code, fields, request_id: 'r' },
});

/** The customer whom `/auth/me` returns. */
export const marie = { id: 2, username: 'marie', role: 'user', first_name: 'Marie', last_name: 'Lefèvre' };

/** Tests do not share storage or language. */
afterEach(() => {
  act(() => setLanguage('fr'));
  localStorage.clear();
  sessionStorage.clear();
});

/** Signs a person in before each test of the file. */
export const signInBeforeEach = () =>
  beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

/**
 * Renders a page as a host does, with a fake server. Import this file before our modules: it writes the document that
 * `@bank/client/config` reads.
 */
export function renderPage(page: ReactNode, { path = '/', fetch: server = unexpected }: PageOptions = {}) {
  const calls: Call[] = [];
  global.fetch = jest.fn(async (url: string, init: RequestInit) => {
    const call = callOf(url, init);
    calls.push(call);
    return responseOf(await Promise.race([server(call), aborted(init.signal)]));
  }) as unknown as typeof fetch;
  history.replaceState(null, '', path);
  const place = { current: '' };
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  const view = render(
    <I18nProvider>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <BrowserRouter>
            <SessionProvider>{page}</SessionProvider>
            <Place into={place} />
          </BrowserRouter>
        </ToastProvider>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return {
    ...view,
    calls,
    /** The calls that are not reads. */
    sent: () => calls.filter(({ method }) => method !== 'GET'),
    /** The paths that begin with this one, in the order of their calls. */
    asked: (prefix: string) => calls.map((call) => call.path).filter((called) => called.startsWith(prefix)),
    /** The router's current location. */
    place: () => place.current,
  };
}

interface RetryOptions extends Required<PageOptions> {
  fail?: Server;
}

/** Expects a page to display the message while its server fails, and retries once it works again. */
export async function expectRetry(
  page: ReactNode,
  message: string,
  { path, fetch, fail = () => ({ status: 500 }) }: RetryOptions,
) {
  let isDown = true;
  const view = renderPage(page, { path, fetch: (call) => (isDown ? fail(call) : fetch(call)) });
  expect(await screen.findByText(message)).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: /^(Réessayer|Try again)$/ }));
  return view;
}

/** Waits for a button and presses it. */
export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

/** Waits for a field and types into it. */
export const type = async (label: string | RegExp, text: string) =>
  userEvent.type(await screen.findByLabelText(label), text);

/** Matches the paragraph of a large figure, whose cents are an element of their own. */
export const largeFigure = (pattern: RegExp) => (_: string, node: Element | null) =>
  node?.tagName === 'P' && pattern.test(node.textContent);

/** The table row with this row header. */
export const rowOf = async (name: string | RegExp) =>
  (await screen.findByRole('rowheader', { name })).closest('tr')!;

/** Records the names of the files that a page saves, without saving them. */
export function recordSavedFiles(): string[] {
  const saved: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}

/** Pastes a text into a field, for tests that do not test typing: one event instead of one per key. */
export async function pasteInto(field: HTMLElement, text: string, person = userEvent.setup()) {
  await person.click(field);
  await person.paste(text);
}

function Place({ into }: { into: { current: string } }) {
  const { pathname, search, hash } = useLocation();
  into.current = pathname + search + hash;
  return null;
}

function callOf(url: string, { method = 'GET', body, headers }: RequestInit): Call {
  const sent = typeof body === 'string' ? (JSON.parse(body) as unknown) : body;
  return { method, path: url.replace(/^\/api/, ''), body: sent, headers: new Headers(headers) };
}

/** jsdom has no Response. */
const responseOf = ({ status = 200, body, headers }: Answer) => ({
  ok: status < 400,
  status,
  headers: new Headers(headers),
  text: async () => (body === undefined ? '' : JSON.stringify(body)),
  body: fileBody(String(body)),
  json: async () => {
    if (body === undefined) throw new SyntaxError('no body');
    return body;
  },
});
