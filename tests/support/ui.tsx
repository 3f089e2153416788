import './host-document';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { useLocation } from '@bank/client/router';
import { SessionProvider } from '@bank/client/session';
import { I18nProvider } from '@bank/i18n/provider';
import { ToastProvider } from '@bank/ui/toast';

/** What a page asked of the server. */
export interface Call {
  method: string;
  /** Under `/api`, with the query. */
  path: string;
  body: unknown;
  headers: Headers;
}

/** The part of an answer that the API client reads. */
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Answers a call; one that throws is a server that cannot be reached. */
export type Server = (call: Call) => Answer | Promise<Answer>;

interface PageOptions {
  /** The address, with its query and hash. */
  path?: string;
  fetch?: Server;
}

const nobody: Server = ({ method, path }) => {
  throw new Error(`the test answers no ${method} ${path}`);
};

/**
 * Renders a page as a host does, over a made-up server. Import this file before anything of ours: it writes the
 * document that `@bank/client/config` reads.
 */
export function renderPage(page: ReactNode, { path = '/', fetch: server = nobody }: PageOptions = {}) {
  const calls: Call[] = [];
  global.fetch = jest.fn(async (url: string, init: RequestInit) => {
    const call = callOf(url, init);
    calls.push(call);
    return responseOf(await server(call));
  }) as unknown as typeof fetch;
  const place = { current: '' };
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  const view = render(
    <I18nProvider>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <MemoryRouter initialEntries={[path]}>
            <SessionProvider>{page}</SessionProvider>
            <Place into={place} />
          </MemoryRouter>
        </ToastProvider>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return { ...view, calls, /** Where the router is now. */ place: () => place.current };
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
  blob: async () => new Blob([String(body)]),
  json: async () => {
    if (body === undefined) throw new SyntaxError('no body');
    return body;
  },
});
