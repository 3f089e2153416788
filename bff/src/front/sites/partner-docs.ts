import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { demonstrationPartner } from '@bank/contracts/demo';
import { type Language, languages } from '@bank/contracts/language';
import { securityHeaders } from '../../platform/http/security-headers';
import type { Config } from '../../platform/config/config';
import type { PublishedHost } from '../releases/built-host';
import { partnerDocsContentPolicy } from '../remotes/content-policy';
import { escapeHtml } from '../remotes/host-document';
import type { RegistryService } from '../remotes/registry.service';

/** `site.json`: the texts of the layout, and the pages with their names, in order. */
interface SiteTexts extends Record<Exclude<string, 'pages'>, string | Record<string, string>> {
  base: string;
  other: string;
  pages: Record<string, string>;
}

interface ShellFiles {
  styles: string[];
  icon: string;
}

/** Of the page that tries the widgets; no other has a script. */
const playground = 'playground';

const address = (base: string, page: string) => (page === 'index' ? base : `${base}/${page}`);

/**
 * Serves the documentation for partners below `/partners` of the customer site, composed once for each release of the shell, whose
 * style it has. It is not at the frames' origin, which has nothing but frames.
 * @param isDemonstration whether the playground has the test key of the demonstration's partner
 */
export async function servePartnerDocs(
  server: FastifyInstance,
  config: Config,
  registry: RegistryService,
  { isDemonstration }: { isDemonstration: boolean },
): Promise<void> {
  const folder = path.join(config.hostsDir, 'partner-docs');
  const headers = {
    ...securityHeaders('document', config.shellOrigin),
    'Content-Security-Policy': partnerDocsContentPolicy(config.embedOrigin),
  };
  const testKey = isDemonstration ? demonstrationPartner.testKey : '';
  let latest: { version: string | undefined; pages: Promise<Map<string, string>> } | undefined;
  const pagesNow = async () => {
    const host = await registry.host('shell');
    if (latest?.version !== host?.version || !latest)
      latest = { version: host?.version, pages: composed(folder, config, testKey, host) };
    return latest.pages;
  };
  for (const at of await addresses(folder))
    server.get(at, async (request, reply) =>
      request.socket.localPort === config.port
        ? reply
            .headers(headers)
            .type('text/html; charset=utf-8')
            .send((await pagesNow()).get(at))
        : reply.callNotFound(),
    );
  await server.register(fastifyStatic, {
    root: path.join(folder, 'public'),
    prefix: '/partners/files/',
    decorateReply: false,
    cacheControl: true,
    maxAge: '5m',
    index: false,
  });
}

const textsOf = async (folder: string) =>
  JSON.parse(await readFile(path.join(folder, 'site.json'), 'utf8')) as Record<Language, SiteTexts>;

async function addresses(folder: string): Promise<string[]> {
  const texts = await textsOf(folder);
  return languages.flatMap((language) =>
    Object.keys(texts[language].pages).map((page) => address(texts[language].base, page)),
  );
}

/** Every page by its address. */
async function composed(
  folder: string,
  config: Config,
  testKey: string,
  host: PublishedHost | undefined,
): Promise<Map<string, string>> {
  const read = (file: string) => readFile(path.join(folder, file), 'utf8');
  const layout = await read('layout.html');
  const texts = await textsOf(folder);
  const { styles, icon } = shellFiles(host);
  const shown = {
    embed: config.embedOrigin,
    bank: config.shellOrigin,
    testKey,
    icon,
    styles: styles.map((file) => `<link rel="stylesheet" href="${escapeHtml(file)}" />`).join(''),
  };
  const pages = new Map<string, string>();
  for (const language of languages) {
    const { pages: names, ...words } = texts[language];
    const { base, other } = words;
    for (const [name, title] of Object.entries(names)) {
      const links = Object.entries(names).map(([page, label]) =>
        linkTo(address(base, page), label, page === name),
      );
      const parts: Record<string, unknown> = {
        ...words,
        bankName: words.bank,
        ...shown,
        language,
        title,
        links: links.join(''),
        path: address(base, name),
        otherPath: address(other, name),
        scripts: name === playground ? scripts(config.embedOrigin) : '',
      };
      const main = filled(await read(`pages/${name}.${language}.html`), parts);
      pages.set(address(base, name), filled(layout, { ...parts, main }));
    }
  }
  return pages;
}

const linkTo = (to: string, label: string, isHere: boolean) =>
  `<li><a href="${to}"${isHere ? ' aria-current="page"' : ''}>${label}</a></li>`;

const scripts = (embedOrigin: string) =>
  [`${embedOrigin}/embed/v1/loader.js`, `${embedOrigin}/embed/v1/tools.js`, '/partners/files/playground.js']
    .map((source) => `<script src="${escapeHtml(source)}" defer></script>`)
    .join('');

const filled = (text: string, parts: Record<string, unknown>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_whole, part: string) => String(parts[part] ?? ''));

/** The shell's style sheets, in which the tokens and the typeface are; none of a shell that a dev server serves. */
const shellFiles = (host: PublishedHost | undefined): ShellFiles =>
  host
    ? { styles: host.styles.map((file) => `/assets/shell/${file}`), icon: `/assets/shell/${host.icon}` }
    : { styles: [], icon: '' };
