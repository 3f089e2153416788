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
import { Config } from '../config';
import { Demonstration } from '../seed/demonstration';
import type { Preview } from '../releases/previews';
import { ReleaseSigner } from '../releases/release-signer';
import type { Visit } from '../releases/visit';
import { DeployedRegistry } from './deployed-registry';
import { hostDocument, type HostFiles } from './host-document';
import { RegistryService } from './registry.service';

/** Seconds before the end of an idle session at which a shell asks whether to stay. */
const warningSeconds = 60;

/** How many of the demonstration's people the sign-in page shows (wire contract, section 5). */
const shownDemonstrationPeople = 2;

const compress = promisify(brotliCompress);

/** A document ready to be sent, plain and in Brotli. */
export interface SentDocument {
  status: 200 | 404;
  etag: string;
  plain: Buffer;
  brotli: Buffer;
}

/** What one browser alone is shown: remotes of its own machine, one that it asks for, and a release that it previews. */
export interface OwnWishes {
  taken: LocalRemote[];
  asked: LocalRemote | undefined;
  preview: Preview | undefined;
}

/** Answers which document, or which other site, a path of a shell leads to. */
@Injectable()
export class DocumentsService {
  /** By registry, which is another object once anything changed for a visit. */
  private readonly made = new WeakMap<Registry, Map<string, Promise<SentDocument>>>();

  constructor(
    private readonly config: Config,
    private readonly registryService: RegistryService,
    private readonly deployed: DeployedRegistry,
    private readonly signer: ReleaseSigner,
    private readonly demonstration: Demonstration,
  ) {}

  /** The document of a path, or the address where another site opens it. */
  async open(
    site: Site,
    pathname: string,
    visit: Visit,
    own: OwnWishes,
  ): Promise<SentDocument | { elsewhere: string }> {
    const registry = await this.registryService.registry(visit);
    const owned = find(registry, site, pathname);
    if (!owned && pathname !== '/') {
      const isOn = (candidate: Site) =>
        isPreviewPage(candidate, pathname) || find(registry, candidate, pathname) !== undefined;
      const other = sites.find((candidate) => candidate !== site && isOn(candidate));
      if (other) return { elsewhere: this.origins[other] + pathname };
    }
    return this.document({ site, registry, owned, own }, pathname);
  }

  /** The customer shell's own page of the design system, which it has in development alone. */
  private isGallery(site: Site, pathname: string): boolean {
    return this.config.environment === 'development' && site === 'shell' && pathname === '/_ui';
  }

  private get origins() {
    return { shell: this.config.shellOrigin, 'back-office': this.config.backOfficeOrigin };
  }

  /**
   * Documents are made once for each route and kept until the registry or the shell's files change; one for a single
   * browser is not kept.
   */
  private async document(parts: Parts, pathname: string) {
    const { site, registry, owned, own } = parts;
    const isDemonstration = await this.demonstration.isDemonstration();
    const isOwnPage = isPreviewPage(site, pathname) || this.isGallery(site, pathname);
    const status = owned || pathname === '/' || isOwnPage ? 200 : 404;
    if (own.asked || own.preview || own.taken.length > 0) return this.make(parts, status, isDemonstration);
    const kept = this.made.get(registry) ?? new Map<string, Promise<SentDocument>>();
    this.made.set(registry, kept);
    const { mtimeMs } = await stat(this.hostManifest(site));
    const key = [site, mtimeMs, owned?.route.path, status, isDemonstration].join(' ');
    const made = kept.get(key) ?? this.make(parts, status, isDemonstration);
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    return made;
  }

  private async make(
    { site, registry, owned, own }: Parts,
    status: 200 | 404,
    isDemonstration: boolean,
  ): Promise<SentDocument> {
    const development = this.config.devHosts[site];
    const people = isDemonstration ? demonstrationPeople.slice(0, shownDemonstrationPeople) : [];
    const plain = Buffer.from(
      hostDocument({
        config: {
          site,
          api_base: '/api',
          registry_keys: [this.signer.publicKeyText, ...this.deployed.keys],
          local_remotes: [...Object.keys(this.config.devRemotes), ...own.taken.map(({ remote }) => remote)],
          ...(own.taken.length > 0 && { local_overrides: own.taken }),
          ...(own.asked && { local_remote_request: own.asked }),
          ...(own.preview && { preview: own.preview }),
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

/** The shells' own pages of previews, which no remote can take their place of. */
const isPreviewPage = (site: Site, pathname: string): boolean =>
  site === 'shell'
    ? pathname === previewPages.take
    : routeFor([{ path: `${previewPages.ask}/:remote/:version`, aliases: [] }], pathname) !== undefined;

interface Parts {
  site: Site;
  registry: Registry;
  owned: Owned | undefined;
  own: OwnWishes;
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
