import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Language } from '@bank/contracts/language';
import { fileName } from '@bank/contracts/remotes';
import { etagOf } from '../../platform/http/etag';
import { securityHeaders } from '../../platform/http/security-headers';
import type { Config } from '../../platform/config/config';
import en from '../../../locales/app.en.json';
import fr from '../../../locales/app.fr.json';
import { workerContentPolicy } from '../remotes/content-policy';
import { ground } from '../remotes/host-document';
import type { ShellFiles } from '../remotes/shell-files.service';
import { workerFiles } from '../releases/built-host';
import { visitOf } from '../releases/visit';
import { documentLanguage } from './document-language';

const texts = { fr, en };

/** A day: the pictures have no hash in their names. */
const dayCache = 'public, max-age=86400';

/** A worker in the place of ours: drops what ours kept, then removes itself. Open pages stay as they are. */
const removalWorker = `self.addEventListener('install',()=>self.skipWaiting());
self.addEventListener('activate',(event)=>event.waitUntil((async()=>{
for(const name of await caches.keys())await caches.delete(name);
await self.registration.unregister()})()));
`;

/**
 * What makes the customer site an app that can be installed and opens without a network: its manifest, its pictures and the
 * worker of its shell's release. On no other port, so that the back-office and the frames have neither. `OFFLINE_WORKER=off`
 * replaces the worker by one that takes push messages only, development by one that removes itself.
 */
export function serveAppFiles(server: FastifyInstance, config: Config, shells: ShellFiles): void {
  const asset = securityHeaders('asset', config.shellOrigin);
  const shell = path.join(config.hostsDir, 'shell');

  server.get('/manifest.webmanifest', (request, reply) => {
    if (request.socket.localPort !== config.port) return reply.callNotFound();
    return reply
      .headers({ ...asset, 'Cache-Control': 'no-cache', Vary: 'Accept-Language, Cookie' })
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest(documentLanguage(request))));
  });

  server.get<{ Params: { file: string } }>('/icons/:file', (request, reply) => {
    const { file } = request.params;
    if (request.socket.localPort !== config.port || !fileName.safeParse(file).success)
      return reply.callNotFound();
    return reply.headers({ ...asset, 'Cache-Control': dayCache }).sendFile(file, path.join(shell, 'icons'));
  });

  server.get('/worker.js', async (request, reply) => {
    if (request.socket.localPort !== config.port) return reply.callNotFound();
    void reply.headers({
      ...asset,
      'Content-Security-Policy': workerContentPolicy,
      'Cache-Control': 'no-cache',
    });
    if (config.environment === 'development') {
      return reply.type('text/javascript; charset=utf-8').send(removalWorker);
    }
    const file = config.hasOfflineWorker ? workerFiles.offline : workerFiles.push;
    const worker = await shells.script('shell', file, visitOf(request, config));
    if (!worker) return reply.callNotFound();
    const etag = etagOf(worker);
    void reply.headers({ ETag: etag, Vary: 'Cookie' });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type('text/javascript; charset=utf-8').send(worker);
  });
}

const icon = (file: string, sizes: string, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/icons/${file}`,
  sizes,
  type: file.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
  purpose,
});

/** W3C Web Application Manifest. Its `id` makes one app of both languages. */
function manifest(language: Language) {
  const text = texts[language];
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('icon-192.png', '192x192')] });
  return {
    id: '/',
    name: text.name,
    short_name: text.short_name,
    description: text.description,
    lang: language,
    dir: 'ltr',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    theme_color: ground.light,
    background_color: ground.light,
    categories: ['finance'],
    icons: [
      icon('icon.svg', 'any'),
      icon('icon-192.png', '192x192'),
      icon('icon-512.png', '512x512'),
      icon('maskable-512.png', '512x512', 'maskable'),
    ],
    shortcuts: [
      shortcut(text.shortcut_send, '/dashboard?action=transfer'),
      shortcut(text.shortcut_transactions, '/dashboard/transactions'),
      shortcut(text.shortcut_cards, '/dashboard/cards'),
    ],
  };
}
