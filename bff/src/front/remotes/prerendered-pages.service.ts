import { Injectable, Logger } from '@nestjs/common';
import type { Language } from '@bank/contracts/language';
import type { PublishedNavEntry, PublishedRemote, Registry, Site } from '@bank/contracts/remotes';
import { type RenderedFrame, renderedFrames, slotOf } from '@bank/contracts/rendered-frame';
import { integrityOf } from '../../platform/security/integrity';
import { ReleaseFiles } from '../releases/release-files.service';
import { escapeHtml, type HostFiles, type RenderedPage } from './host-document';

interface Wanted {
  site: Site;
  registry: Registry;
  remote: PublishedRemote;
  /** The name of the remote's page. */
  page: string;
  language: Language;
  isDemonstration: boolean;
  host: HostFiles;
  /** Changes the verified HTML of the page, before the frame is put around it. */
  change?: (page: string) => string;
}

/** A release of a remote or a shell, and the hashes of its files. */
type Signed = Pick<PublishedRemote, 'name' | 'version' | 'files'>;

/** HTML that no prerendered page may contain, because it is parsed before any script has checked a signature. */
const active = /<\/?(script|iframe|object|embed|base|meta|link|style|template|frame)\b|<[^>]*[\s/]on\w+\s*=/i;

/** A file that is missing, differs from its signed hash, or is no plain HTML. */
class Unusable extends Error {}

/**
 * Puts prerendered pages together: signed HTML of the remote in the HTML of the shell's frame, whose links are the registry's. No
 * code of a remote runs here.
 */
@Injectable()
export class PrerenderedPages {
  private readonly log = new Logger('Prerendered');
  private readonly reported = new Set<string>();

  constructor(private readonly files: ReleaseFiles) {}

  /**
   * The page; undefined where it was not rendered, does not fit this shell, or cannot be used, which is logged once.
   * @throws ApiException UNAVAILABLE where its files cannot be read now.
   */
  async of(wanted: Wanted): Promise<RenderedPage | undefined> {
    const { remote, page, language, host, isDemonstration } = wanted;
    const { data: shell } = renderedFrames.safeParse(host.prerendered);
    const rendered = remote.prerendered?.pages[page];
    const files = rendered?.files[language];
    const frame = shell?.frames[language];
    if (!rendered || !files || !frame || shell.libraries !== remote.prerendered?.libraries) return undefined;
    try {
      const html = await this.read(remote, isDemonstration ? files.demonstration : files.plain);
      if (active.test(html)) throw new Unusable(`a page of ${remote.name} is no plain HTML`);
      const own = await Promise.all(rendered.styles.map((file) => this.read(remote, file)));
      const css = [await this.shellStyles(wanted), ...own].join('\n');
      // It could end its element.
      if (css.includes('</')) throw new Unusable(`a style sheet of ${remote.name} contains markup`);
      return { html: filled(frame, wanted.change?.(html) ?? html, wanted), css };
    } catch (error) {
      this.report(remote, error);
      if (!(error instanceof Unusable)) throw error;
      return undefined;
    }
  }

  private async read({ name, version, files }: Signed, file: string): Promise<string> {
    const content = await this.files.read(name, version, file, files[file]);
    if (!content) throw new Unusable(`${name} ${version} has no ${file}`);
    if (integrityOf(content) !== files[file])
      throw new Unusable(`${file} of ${name} ${version} is not as it was signed`);
    return content.toString('utf8');
  }

  private async shellStyles({ site, host }: Wanted): Promise<string> {
    const shell = { name: site, version: host.version ?? '', files: host.integrity };
    const sheets = await Promise.all(host.styles.map((file) => this.read(shell, file)));
    return sheets.join('\n').replace(/url\((?!["']?(?:data:|\/|#))(["']?)/g, `url($1/assets/${site}/`);
  }

  private report({ name, version }: PublishedRemote, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const known = `${name} ${version} ${message}`;
    if (this.reported.has(known)) return;
    this.reported.add(known);
    this.log.error(`the prerendered page is not used: ${message}`);
  }
}

function filled({ html, links }: RenderedFrame, page: string, wanted: Wanted): string {
  const { registry, site, language } = wanted;
  const link = (template: string) => (entry: PublishedNavEntry) =>
    put(
      put(template, slotOf.address, escapeHtml(entry.path)),
      slotOf.label,
      escapeHtml(entry.label[language]),
    );
  const account = entriesOf(registry, site, 'account');
  const accountLinks = account.map((entry, at) =>
    link(at === account.length - 1 ? links.main : links.account)(entry),
  );
  const publicLinks = entriesOf(registry, site, 'public').map(link(links.public));
  const framed = put(
    put(html, slotOf.publicLinks, publicLinks.join('')),
    slotOf.accountLinks,
    accountLinks.join(''),
  );
  // Last, since a page may quote the name of a slot.
  return put(framed, slotOf.page, page);
}

/** Not by a pattern: `$` in the content has no meaning. */
const put = (text: string, slot: string, content: string) => text.replace(slot, () => content);

/** As `useNavEntries` of libs/client/remotes/published.ts. */
function entriesOf(registry: Registry, site: Site, group: PublishedNavEntry['group']): PublishedNavEntry[] {
  const entries = registry.remotes
    .flatMap(({ nav }) => nav)
    .filter((entry) => entry.group === group && entry.hosts.includes(site));
  return entries
    .filter(({ path: to }, at) => entries.findIndex((other) => other.path === to) === at)
    .sort((left, right) => left.order - right.order);
}
