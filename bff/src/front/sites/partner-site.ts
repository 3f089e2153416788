import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { fastify, type FastifyInstance, type FastifyReply } from 'fastify';
import { completeHeaders, securityHeaders } from '../../platform/http/security-headers';
import type { Config } from '../../platform/config/config';
import { partnerContentPolicy, strictPartnerContentPolicy } from '../remotes/content-policy';

/** Placeholders in the pages: the bank's default origin, and the nonce of each response. */
const writtenOrigin = 'http://localhost:3003';
const writtenNonce = 'nonce="drawn-for-each-answer"';

/** The static site of a fictional partner, which shows the widgets on plain pages. Only the bank's origin is replaced. */
export async function partnerSite(config: Config): Promise<FastifyInstance> {
  const root = path.join(config.hostsDir, 'partner-site/public');
  const headers = {
    ...securityHeaders('document', config.shellOrigin),
    'Content-Security-Policy': partnerContentPolicy(config.embedOrigin),
  };
  const server = fastify({
    frameworkErrors: (error, _request, reply: FastifyReply) =>
      void reply
        .status(error.statusCode ?? 400)
        .headers(headers)
        .header('Cache-Control', 'no-store')
        .send(''),
  });
  server.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  completeHeaders(server, config.shellOrigin);
  // The pages link to the bank without knowing its address.
  server.get('/go/signup', (_request, reply) => reply.redirect(`${config.shellOrigin}/signup`, 302));
  for (const file of (await readdir(root)).filter((name) => name.endsWith('.html'))) {
    const html = await readFile(path.join(root, file), 'utf8');
    servePage(server, config, file, html.replaceAll(writtenOrigin, config.embedOrigin));
  }
  await server.register(fastifyStatic, { root, cacheControl: false });
  server.setNotFoundHandler((_request, reply) => reply.status(404).sendFile('404.html'));
  await server.ready();
  return server;
}

function servePage(server: FastifyInstance, { embedOrigin }: Config, file: string, html: string) {
  const isStrict = html.includes(writtenNonce);
  server.get(file === 'index.html' ? '/' : `/${file}`, (_request, reply) => {
    void reply.type('text/html; charset=utf-8');
    if (!isStrict) return reply.send(html);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('Content-Security-Policy', strictPartnerContentPolicy(embedOrigin, nonce))
      .send(html.replaceAll(writtenNonce, `nonce="${nonce}"`));
  });
}
