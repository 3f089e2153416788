import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { fastify, type FastifyInstance, type FastifyReply } from 'fastify';
import { completeHeaders, securityHeaders } from '../../platform/http/security-headers';
import type { Config } from '../../platform/config/config';
import { partnerContentPolicy, strictPartnerContentPolicy } from '../remotes/content-policy';

/** Placeholders in the pages: the bank's default origin, and the nonce of each response. */
const writtenOrigin = 'http://localhost:3003';
const writtenNonce = 'nonce="drawn-for-each-answer"';

/** `site.json`: the texts of the layout in each language, and what each page puts into it. */
interface SiteContent {
  texts: Record<string, Record<string, string>>;
  pages: Record<string, { language: string; strict?: boolean; nav: Record<string, string> }>;
}

/** The static site of a fictional partner, which shows the widgets on plain pages. */
export async function partnerSite(config: Config): Promise<FastifyInstance> {
  const folder = path.join(config.hostsDir, 'partner-site');
  const headers = {
    ...securityHeaders('document', config.shellOrigin),
    'Content-Security-Policy': partnerContentPolicy(config.embedOrigin),
  };
  const server = fastify({
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply: FastifyReply) =>
      void reply
        .status(error.statusCode ?? 400)
        .headers({ ...headers, 'X-Request-Id': request.id, 'Cache-Control': 'no-store' })
        .send(''),
  });
  server.addHook(
    'onRequest',
    async (request, reply) => void reply.headers({ ...headers, 'X-Request-Id': request.id }),
  );
  completeHeaders(server, config.shellOrigin);
  // The pages link to the bank without knowing its address.
  for (const page of ['signup', 'partners'])
    server.get(`/go/${page}`, (_request, reply) => reply.redirect(`${config.shellOrigin}/${page}`, 302));
  const read = async (file: string) =>
    (await readFile(path.join(folder, file), 'utf8')).replaceAll(writtenOrigin, config.embedOrigin);
  const layout = await read('layout.html');
  const { texts, pages } = JSON.parse(await read('site.json')) as SiteContent;
  for (const [name, { nav, strict = false, ...page }] of Object.entries(pages)) {
    const links = Object.entries(nav).map(([label, to]) => `<li><a href="${to}">${label}</a></li>`);
    const main = await read(`pages/${name}.html`);
    const parts: Record<string, string> = { ...texts[page.language], ...page, links: links.join(''), main };
    const html = layout.replace(/\{\{(\w+)\}\}/g, (_whole, part: string) => parts[part] ?? '');
    servePage(server, config, { name, strict, html });
  }
  await server.register(fastifyStatic, { root: path.join(folder, 'public'), cacheControl: false });
  const missing = await read('404.html');
  server.setNotFoundHandler((_request, reply) =>
    reply.status(404).type('text/html; charset=utf-8').send(missing),
  );
  await server.ready();
  return server;
}

function servePage(
  server: FastifyInstance,
  { embedOrigin }: Config,
  { name, strict, html }: { name: string; strict: boolean; html: string },
) {
  const open = html.replace(` ${writtenNonce}`, '');
  server.get(name === 'index' ? '/' : `/${name}.html`, (_request, reply) => {
    void reply.type('text/html; charset=utf-8');
    if (!strict) return reply.send(open);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('Content-Security-Policy', strictPartnerContentPolicy(embedOrigin, nonce))
      .send(html.replaceAll(writtenNonce, `nonce="${nonce}"`));
  });
}
