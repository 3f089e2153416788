import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bank } from './bank';
import { demonstrationPerson } from './customers';
import { call } from './http';

interface HostPage {
  html: string;
  headers?: Record<string, string>;
}

/** Sites other than the bank's, by name, one of them a partner's. */
export interface Hosts {
  /** On the partner's list of origins. */
  origin: string;
  /** Not on it. */
  strangerOrigin: string;
  key: string;
  /** The same partner's key of the test mode. */
  testKey: string;
  /** The loader's element in a script tag, and one widget. */
  loader: string;
  /** Puts a page at a path of both sites. */
  put: (path: string, page: HostPage | string) => void;
}

/** Two sites, `a.localhost` and `b.localhost`: different ones, for a browser, from the bank's. */
export async function startHosts(bank: Bank): Promise<{ hosts: Hosts; stop: () => Promise<unknown> }> {
  const pages = new Map<string, HostPage>();
  const server = await serve(pages);
  const { port } = server.address() as AddressInfo;
  const origin = `http://a.localhost:${port}`;
  const hosts = {
    origin,
    strangerOrigin: `http://b.localhost:${port}`,
    ...(await newPartner(bank.shellUrl, origin)),
    loader: `<script src="${bank.embedUrl}/embed/v1/loader.js" async></script>`,
    put: (path: string, page: HostPage | string) =>
      pages.set(path, typeof page === 'string' ? { html: page } : page),
  };
  return { hosts, stop: () => new Promise((resolve) => server.close(resolve)) };
}

async function serve(pages: Map<string, HostPage>): Promise<Server> {
  const server = createServer((request, response) => {
    const page = pages.get(new URL(request.url ?? '/', 'http://host').pathname);
    // Browsers request an icon from each site; there is none.
    const isIcon = request.url === '/favicon.ico';
    response.writeHead(page ? 200 : isIcon ? 204 : 404, {
      'Content-Type': 'text/html; charset=utf-8',
      Connection: 'close',
      ...page?.headers,
    });
    response.end(page?.html ?? '');
  });
  // Browsers send every name below localhost to either loopback address.
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  return server;
}

/** A partner whose pages are at `origin`, and its publishable keys. */
async function newPartner(bankUrl: string, origin: string): Promise<Pick<Hosts, 'key' | 'testKey'>> {
  const { token } = await demonstrationPerson(bankUrl, 'admin');
  const made = await call<{ id: number; keys: { key: string }[] }>('POST', `${bankUrl}/api/admin/partners`, {
    token,
    body: { name: 'Hôte de test', origins: [origin], theme: {} },
  });
  const key = made.body.keys?.[0]?.key;
  if (!key) throw new Error(`no partner was made: ${made.status} ${JSON.stringify(made.body)}`);
  const more = await call<{ keys: { key: string }[] }>(
    'POST',
    `${bankUrl}/api/admin/partners/${made.body.id}/keys`,
    { token, body: { mode: 'test' } },
  );
  return { key, testKey: more.body.keys[0]?.key ?? '' };
}
