import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { demonstrationPeople, shownDemonstrationPeople } from '@bank/contracts/demo';
import type { Language } from '@bank/contracts/language';
import type { HostConfig } from '@bank/contracts/host-config';
import type { LocalRemote } from '@bank/contracts/local-remotes';
import { type PublishedRemote, type Registry, type Site, sites } from '@bank/contracts/remotes';
import { galleryPath, previewPages, routeFor, statusPath } from '@bank/contracts/routes';
import type { KnownStatus } from '@bank/contracts/status-view';
import { etagOf } from '../../platform/http/etag';
import { Config } from '../../platform/config/config';
import { ApiException } from '../../platform/errors/api-exception';
import { Demonstration } from '../../platform/bank-settings/demonstration.service';
import { StatusService } from '../../platform/incidents/status.service';
import { isWorkerFile, type PublishedHost } from '../releases/built-host';
import type { Preview } from '../releases/previews.service';
import { ReleaseSigner } from '../releases/release-signer.service';
import type { Visit } from '../releases/visit';
import { DeployedRegistry } from './deployed-registry.service';
import { frequentQuestions } from './frequent-questions';
import { hostDocument, type HostFiles, plainDocument } from './host-document';
import { withPhone } from './live-phone';
import { withStatus } from './live-status';
import { afterSending, type Outcome } from './plain-fill';
import { find, type Owned, servesOn } from './owned-route';
import { type RenderedDocument, RenderedDocuments } from './rendered-documents';
import { PrerenderedPages } from './prerendered-pages.service';
import { RegistryService } from './registry.service';
import { searchHead } from './search-head';

/** Seconds before the end of an idle session at which a shell offers to extend it. */
const warningSeconds = 60;

const compress = promisify(brotliCompress);

interface BrowserOverrides {
  /** Remotes that it loads from its own machine. */
  local: LocalRemote[];
  /** A local remote that it requests and has not confirmed yet. */
  requested: LocalRemote | undefined;
  preview: Preview | undefined;
}

/** Resolves a path of a shell to its document or to another site. */
@Injectable()
export class HostDocumentsService {
  private readonly rendered = new RenderedDocuments();

  constructor(
    private readonly config: Config,
    private readonly registryService: RegistryService,
    private readonly deployed: DeployedRegistry,
    private readonly signer: ReleaseSigner,
    private readonly demonstration: Demonstration,
    private readonly prerendered: PrerenderedPages,
    private readonly status: StatusService,
  ) {}

  /** The document of a path, or its address on another site. */
  async open(
    site: Site,
    pathname: string,
    visit: Visit,
    { language, hasSession, isSimple, isGallery, ...overrides }: BrowserOverrides & Browser,
  ): Promise<RenderedDocument | { redirect: string }> {
    const { host, registry } = await this.registryService.page(site, visit);
    const owned = find(registry, site, pathname);
    if (!owned && pathname !== '/') {
      const isOn = (candidate: Site) =>
        isPreviewPage(candidate, pathname) || find(registry, candidate, pathname) !== undefined;
      const other = sites.find((candidate) => candidate !== site && isOn(candidate));
      if (other) return { redirect: this.origins[other] + pathname };
    }
    const files = await this.hostFiles(site, host);
    const browser = { language, hasSession, isSimple, isGallery };
    return this.document({ site, files, registry, owned, overrides, ...browser }, pathname);
  }

  private get origins() {
    return { shell: this.config.shellOrigin, 'back-office': this.config.backOfficeOrigin };
  }

  /**
   * Documents are cached by route and shell until the registry changes. Those with overrides, and those of dev servers, are not.
   */
  private async document(parts: Parts, pathname: string) {
    const { site, files, registry, owned, overrides, language, hasSession, isSimple, isGallery } = parts;
    const isDemonstration = await this.demonstration.isDemonstration();
    const isStaffGallery = site === 'back-office' && pathname === galleryPath;
    const isOwnPage = isGallery || isStaffGallery || isPreviewPage(site, pathname);
    const status = owned || pathname === '/' || isOwnPage ? 200 : 404;
    const { local, requested, preview } = overrides;
    const isStatus = site === 'shell' && owned?.route.path === statusPath;
    const known = isStatus ? await this.status.known() : undefined;
    const isOverridden = requested !== undefined || preview !== undefined || local.length > 0;
    if (isOverridden || !files.version) return this.render(parts, status, isDemonstration);
    const browser = [language, hasSession, isSimple, isGallery];
    const key = [site, files.version, owned?.route.path, status, isDemonstration, ...browser].join(' ');
    if (!known) return this.rendered.keep(registry, key, () => this.render(parts, status, isDemonstration));
    const render = () => this.render({ ...parts, known }, 200, isDemonstration);
    return this.rendered.keepNewest(registry, key, JSON.stringify(known), render);
  }

  private async render(parts: Parts, status: 200 | 404, isDemonstration: boolean): Promise<RenderedDocument> {
    const { site, files, owned, language } = parts;
    const development = this.config.devHosts[site];
    let isWhole = true;
    // Without its files, which the bucket has, the page is drawn by its script.
    const rendered = await this.renderedPage(parts, isDemonstration).catch(() => void (isWhole = false));
    const title = owned ? `${owned.route.title[language]} · Bank PCS` : 'Bank PCS';
    const plain = Buffer.from(
      hostDocument({
        config: {
          ...this.configOf(parts, isDemonstration),
          ...(owned && rendered && { prerendered: { ...versionOf(owned.remote, parts.known), language } }),
        },
        files,
        base: development ? `${development}/` : `/assets/${site}/`,
        remote: owned?.remote,
        route: owned?.route,
        title,
        language,
        rendered,
        hasSession: parts.hasSession,
        isSimple: parts.isSimple,
        search:
          owned && rendered
            ? searchHead({
                origin: this.config.shellOrigin,
                route: owned.route,
                language,
                title,
                picture: `${this.config.shellOrigin}/assets/${site}/${files.picture}`,
                questions: frequentQuestions(rendered.html),
              })
            : [],
        development: this.config.environment === 'development',
      }),
    );
    const brotli = await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
    return {
      status,
      etag: etagOf(plain),
      sequence: parts.registry.sequence,
      plain,
      brotli,
      style: rendered?.css,
      isWhole,
    };
  }

  private configOf(
    { site, files, registry, overrides, hasSession, isGallery }: Parts,
    isDemonstration: boolean,
  ): Omit<HostConfig, 'host_files'> {
    const { local, requested, preview } = overrides;
    const people = isDemonstration ? demonstrationPeople.slice(0, shownDemonstrationPeople) : [];
    return {
      site,
      ...(files.version && { host_version: files.version }),
      api_base: '/api',
      registry_keys: [...this.signer.publicKeyTexts, ...this.deployed.keys],
      local_remotes: [...Object.keys(this.config.devRemotes), ...local.map(({ remote }) => remote)],
      ...(local.length > 0 && { local_overrides: local }),
      ...(requested && { local_remote_request: requested }),
      ...(preview && { preview }),
      ...(isGallery && { gallery: true as const }),
      ...(hasSession && { session_waiting: true as const }),
      registry: this.signer.registry(
        registry.remotes.filter((remote) => servesOn(remote, site)),
        registry.sequence,
      ),
      origins: this.origins,
      ...(this.config.supportPhone && { support_phone: this.config.supportPhone }),
      session: {
        idle_seconds: this.config.idleSeconds,
        warning_seconds: warningSeconds,
        lifetime_seconds: this.config.sessionSeconds,
      },
      demo_accounts: people.map(({ username, password, role }) => ({ username, password, role })),
    };
  }

  /** Not with overrides, whose badges no build has rendered, nor in development, where files change. */
  private async renderedPage(parts: Parts, isDemonstration: boolean) {
    const { site, files: host, registry, owned, overrides, language } = parts;
    const { local, requested, preview } = overrides;
    const isOverridden = local.length > 0 || requested !== undefined || preview !== undefined;
    if (!owned || isOverridden || this.config.environment === 'development') return undefined;
    const { remote, route } = owned;
    const { known } = parts;
    const change = (page: string) =>
      withPhone(known ? withStatus(page, known, language) : page, this.config.supportPhone);
    const wanted = { site, registry, remote, page: route.page, language, isDemonstration, host };
    return this.prerendered.of({ ...wanted, change });
  }

  /** A page of the customer site after its form was sent without a script; undefined where it is not prerendered. */
  async afterSending(
    pathname: string,
    visit: Visit,
    language: Language,
    { outcome, typed }: { outcome: Outcome; typed: Record<string, string> },
  ): Promise<{ html: string; style: string } | undefined> {
    const site = 'shell';
    const { host: shell, registry } = await this.registryService.page(site, visit);
    const owned = find(registry, site, pathname);
    if (!owned) return undefined;
    const isDemonstration = await this.demonstration.isDemonstration();
    const host = await this.hostFiles(site, shell);
    const { remote, route } = owned;
    const wanted = { site, registry, remote, page: route.page, language, isDemonstration, host } as const;
    const change = (page: string) =>
      afterSending(withPhone(page, this.config.supportPhone), outcome, typed, language);
    const rendered = await this.prerendered.of({ ...wanted, change }).catch(() => undefined);
    if (!rendered) return undefined;
    const title = `${route.title[language]} · Bank PCS`;
    const html = plainDocument({ rendered, title, language, icon: `/assets/${site}/${host.icon}` });
    return { html, style: rendered.css };
  }

  /** @throws ApiException UNAVAILABLE where no shell was released. */
  private async hostFiles(site: Site, host: PublishedHost | undefined): Promise<HostFiles> {
    if (this.config.devHosts[site]) {
      const file = path.join(this.config.hostsDir, site, 'dist/host.json');
      const { version: _, ...files } = JSON.parse(await readFile(file, 'utf8')) as HostFiles;
      return files;
    }
    if (!host) throw new ApiException('UNAVAILABLE');
    const ofDocument = Object.entries(host.files).filter(([file]) => !isWorkerFile(file));
    return { ...host, integrity: Object.fromEntries(ofDocument) };
  }
}

/** The shells' own pages of previews, which no remote can replace. */
const isPreviewPage = (site: Site, pathname: string): boolean =>
  site === 'shell'
    ? pathname === previewPages.take
    : routeFor([{ path: `${previewPages.ask}/:remote/:version`, aliases: [] }], pathname) !== undefined;

/** A part that the server filled is drawn again by the script, since no version of the remote rendered it. */
const versionOf = ({ name, version }: PublishedRemote, known: KnownStatus | undefined) => ({
  remote: name,
  version: known ? '' : version,
});

/** The properties of the browser that its document depends on. */
interface Browser {
  language: Language;
  /** A form has opened a session, which no script has taken over yet. */
  hasSession: boolean;
  /** Its person chose Mode simple. */
  isSimple: boolean;
  /** It may open the gallery of the customer site, and does. */
  isGallery: boolean;
}

interface Parts extends Browser {
  site: Site;
  files: HostFiles;
  registry: Registry;
  owned: Owned | undefined;
  overrides: BrowserOverrides;
  /** Of the page of the bank's state. */
  known?: KnownStatus | undefined;
}
