import type { FastifyInstance } from 'fastify';
import { languages } from '@bank/contracts/language';
import type { Registry } from '@bank/contracts/remotes';
import { securityHeaders } from '../../platform/http/security-headers';
import type { Config } from '../../platform/config/config';
import { escapeHtml } from '../remotes/host-document';
import type { RegistryService } from '../remotes/registry.service';
import { addressOf } from '../remotes/search-head';

/** Serves the files for search engines: `robots.txt`, and a sitemap of the prerendered pages in both languages. */
export function serveSearchFiles(server: FastifyInstance, config: Config, registry: RegistryService): void {
  const { shellOrigin: origin, port } = config;
  const headers = { ...securityHeaders('api', origin), 'Cache-Control': 'public, max-age=3600' };
  server.get('/robots.txt', (request, reply) => {
    const isCustomerSite = request.socket.localPort === port;
    const rules = isCustomerSite
      ? `User-agent: *\nDisallow: /api/\nDisallow: /dashboard\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`
      : 'User-agent: *\nDisallow: /\n';
    return reply.headers(headers).type('text/plain; charset=utf-8').send(rules);
  });
  server.get('/sitemap.xml', async (request, reply) => {
    if (request.socket.localPort !== port) return reply.callNotFound();
    const map = sitemap(origin, publicPaths((await registry.page('shell')).registry));
    return reply.headers(headers).type('application/xml; charset=utf-8').send(map);
  });
}

const publicPaths = ({ remotes }: Registry): string[] =>
  remotes.flatMap(({ routes, prerendered }) =>
    routes
      .filter(({ page, hosts }) => hosts.includes('shell') && prerendered?.pages[page])
      .map(({ path }) => path),
  );

/** Sitemaps 0.9: each page in each language, with all of them as its alternates, as search engines ask for. */
function sitemap(origin: string, paths: string[]): string {
  const link = (path: string, language: (typeof languages)[number]) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeHtml(addressOf(origin, path, language))}"/>`;
  const entries = paths.flatMap((path) => {
    const links = languages.map((language) => link(path, language)).join('');
    return languages.map(
      (language) => `<url><loc>${escapeHtml(addressOf(origin, path, language))}</loc>${links}</url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}
