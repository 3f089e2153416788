import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { demonstrationPeople } from '@bank/contracts/demo';
import { defaultLanguage } from '@bank/contracts/language';
import type { LocalRemote } from '@bank/contracts/local-remotes';
import {
  type PublishedRemote,
  type PublishedRoute,
  type Registry,
  type Site,
  sites,
} from '@bank/contracts/remotes';
import { previewPages, routeFor } from '@bank/contracts/routes';
import { Config } from '../../platform/config/config';
import { Demonstration } from './demonstration.service';
import type { Preview } from '../releases/previews.service';
import { ReleaseSigner } from '../releases/release-signer.service';
import type { Visit } from '../releases/visit';
import { DeployedRegistry } from './deployed-registry.service';
import { hostDocument, type HostFiles } from './host-document';
import { RegistryService } from './registry.service';

/** Seconds before the end of an idle session at which a shell offers to extend it. */
const warningSeconds = 60;

/** Demonstration accounts on the sign-in page (wire contract, section 5). */
const shownDemonstrationPeople = 2;

const compress = promisify(brotliCompress);

/** A rendered document, plain and in Brotli. */
export interface RenderedDocument {
  status: 200 | 404;
  etag: string;
  plain: Buffer;
  brotli: Buffer;
}

export interface BrowserOverrides {
  /** Remotes that it loads from its own machine. */
  local: LocalRemote[];
  /** A local remote that it requests and has not confirmed yet. */
  requested: LocalRemote | undefined;
  preview: Preview | undefined;
}

/** Resolves a path of a shell to its document or to another site. */
@Injectable()
export class HostDocumentsService {
  /** By registry, which is a new object after each change. */
  private readonly rendered = new WeakMap<Registry, Map<string, Promise<RenderedDocument>>>();

  constructor(
    private readonly config: Config,
    private readonly registryService: RegistryService,
    private readonly deployed: DeployedRegistry,
    private readonly signer: ReleaseSigner,
    private readonly demonstration: Demonstration,
  ) {}

  /** The document of a path, or its address on another site. */
  async open(
    site: Site,
    pathname: string,
    visit: Visit,
    overrides: BrowserOverrides,
  ): Promise<RenderedDocument | { redirect: string }> {
    const registry = await this.registryService.registry(visit);
    const owned = find(registry, site, pathname);
    if (!owned && pathname !== '/') {
      const isOn = (candidate: Site) =>
        isPreviewPage(candidate, pathname) || find(registry, candidate, pathname) !== undefined;
      const other = sites.find((candidate) => candidate !== site && isOn(candidate));
      if (other) return { redirect: this.origins[other] + pathname };
    }
    return this.document({ site, registry, owned, overrides }, pathname);
  }

  /** The page of the design system: of the customer shell, in development only. */
  private isGallery(site: Site, pathname: string): boolean {
    return this.config.environment === 'development' && site === 'shell' && pathname === '/_ui';
  }

  private get origins() {
    return { shell: this.config.shellOrigin, 'back-office': this.config.backOfficeOrigin };
  }

  /**
   * Documents are cached by route until the registry or the shell's files change. Those with overrides are not cached.
   */
  private async document(parts: Parts, pathname: string) {
    const { site, registry, owned, overrides } = parts;
    const isDemonstration = await this.demonstration.isDemonstration();
    const isOwnPage = isPreviewPage(site, pathname) || this.isGallery(site, pathname);
    const status = owned || pathname === '/' || isOwnPage ? 200 : 404;
    const { local, requested, preview } = overrides;
    if (requested || preview || local.length > 0) return this.render(parts, status, isDemonstration);
    const cached = this.rendered.get(registry) ?? new Map<string, Promise<RenderedDocument>>();
    this.rendered.set(registry, cached);
    const { mtimeMs } = await stat(this.hostManifest(site));
    const key = [site, mtimeMs, owned?.route.path, status, isDemonstration].join(' ');
    const document = cached.get(key) ?? this.render(parts, status, isDemonstration);
    cached.set(key, document);
    document.catch(() => cached.delete(key));
    return document;
  }

  private async render(
    { site, registry, owned, overrides }: Parts,
    status: 200 | 404,
    isDemonstration: boolean,
  ): Promise<RenderedDocument> {
    const development = this.config.devHosts[site];
    const people = isDemonstration ? demonstrationPeople.slice(0, shownDemonstrationPeople) : [];
    const plain = Buffer.from(
      hostDocument({
        config: {
          site,
          api_base: '/api',
          registry_keys: [this.signer.publicKeyText, ...this.deployed.keys],
          local_remotes: [
            ...Object.keys(this.config.devRemotes),
            ...overrides.local.map(({ remote }) => remote),
          ],
          ...(overrides.local.length > 0 && { local_overrides: overrides.local }),
          ...(overrides.requested && { local_remote_request: overrides.requested }),
          ...(overrides.preview && { preview: overrides.preview }),
          registry: this.signer.registry(
            registry.remotes.filter((remote) => servesOn(remote, site)),
            registry.sequence,
          ),
          origins: this.origins,
          session: { idle_seconds: this.config.idleSeconds, warning_seconds: warningSeconds },
          demo_accounts: people.map(({ username, password, role }) => ({ username, password, role })),
        },
        files: await this.hostFiles(site),
        base: development ? `${development}/` : `/assets/${site}/`,
        remote: owned?.remote,
        title: owned ? `${owned.route.title[defaultLanguage]} · Bank PCS` : 'Bank PCS',
        development: this.config.environment === 'development',
      }),
    );
    const brotli = await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
    return {
      status,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
      brotli,
    };
  }

  private async hostFiles(site: Site): Promise<HostFiles> {
    return JSON.parse(await readFile(this.hostManifest(site), 'utf8')) as HostFiles;
  }

  private hostManifest(site: Site): string {
    return path.join(this.config.hostsDir, site, 'dist/host.json');
  }
}

/** The shells' own pages of previews, which no remote can replace. */
const isPreviewPage = (site: Site, pathname: string): boolean =>
  site === 'shell'
    ? pathname === previewPages.take
    : routeFor([{ path: `${previewPages.ask}/:remote/:version`, aliases: [] }], pathname) !== undefined;

interface Parts {
  site: Site;
  registry: Registry;
  owned: Owned | undefined;
  overrides: BrowserOverrides;
}

interface Owned {
  remote: PublishedRemote;
  route: PublishedRoute;
}

function find(registry: Registry, site: Site, pathname: string): Owned | undefined {
  for (const remote of registry.remotes) {
    const onSite = remote.routes.filter(({ hosts }) => hosts.includes(site));
    const route = routeFor(onSite, pathname);
    if (route) return { remote, route };
  }
  return undefined;
}

const servesOn = ({ routes, nav, slots }: PublishedRemote, site: Site) =>
  [...routes, ...nav, ...slots].some(({ hosts }) => hosts.includes(site));
