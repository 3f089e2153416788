import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

/**
 * The least that a page can take: its very HTML, style and font from a server that does nothing else, without any script.
 * @param origin of the bank whose pages it shows
 */
export async function startStaticFloor(origin: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const kept = new Map<string, Promise<{ type: string; body: Buffer }>>();
  const fetched = async (path: string) => {
    const answer = await fetch(origin + path, { headers: { 'accept-language': 'fr-FR' } });
    const type = answer.headers.get('content-type') ?? '';
    const content = Buffer.from(await answer.arrayBuffer());
    return { type, body: type.startsWith('text/html') ? withoutScripts(content.toString('utf8')) : content };
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const page = kept.get(path) ?? fetched(path);
    kept.set(path, page);
    page.then(
      ({ type, body }) => {
        const isPage = type.startsWith('text/html');
        response.writeHead(200, {
          'content-type': type,
          'cache-control': 'no-store',
          ...(isPage && { 'content-encoding': 'br' }),
        });
        response.end(isPage ? brotliCompressSync(body) : body);
      },
      () => response.writeHead(502).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop };
}

const withoutScripts = (html: string) => Buffer.from(html.replace(/<script[^]*?<\/script>/g, ''));
