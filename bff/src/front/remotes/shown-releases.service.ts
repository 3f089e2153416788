import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { isSite, type PublishedRemote, type Site, sites } from '@bank/contracts/remotes';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { withinTime } from '../../platform/errors/deadline';
import type { PublishedHost } from '../releases/built-host';
import { statementOf } from '../releases/built-manifest';
import { FolderReleases } from '../releases/folder-releases.service';
import type { Statement } from '../releases/releases.service';
import { DeployedRegistry } from './deployed-registry.service';
import {
  earlierReleases,
  newestRelease,
  openReleases,
  previewedRelease,
  shownRow,
  type ShownRow,
  sequenceRow,
  shellReleases,
  shownReleases,
} from './shown-releases.sql';
import {
  type ShownHost,
  type ShownRemote,
  type Verified,
  VerifiedReleases,
} from './verified-releases.service';

/** How long the releases that were read are served: all servers agree within twice this time. */
const cacheMs = 1_000;
/** How long a page waits for them to be read again, before it gets those that were read last. */
const patienceMs = 500;

/** The releases that are shown now. */
export interface ReleaseState {
  /** False until the database was read for the first time. */
  isRead: boolean;
  /** Rises with every change (`Registry.sequence`). */
  sequence: number;
  remotes: ShownRemote[];
  canaries: ShownRemote[];
  hosts: Partial<Record<Site, ShownHost>>;
  hostCanaries: Partial<Record<Site, ShownHost>>;
  /** Of every shell, also those that open pages still have. */
  shells: ShownRow[];
  /** Earlier live releases of each remote whose files are kept, the latest first; read when they are first needed. */
  earlier: Map<string, Promise<ShownRow[]>>;
  /** All of each remote that were ever shown and whose files are kept, the newest first; read in the same way. */
  open: Map<string, Promise<ShownRemote[]>>;
}

const nothing: ReleaseState = {
  isRead: false,
  sequence: 0,
  remotes: [],
  canaries: [],
  hosts: {},
  hostCanaries: {},
  shells: [],
  earlier: new Map(),
  open: new Map(),
};

/**
 * The releases of shells and remotes that are live or on trial, at most a second old while the database responds. One without
 * the bank's signature is replaced by the last one that has it.
 */
@Injectable()
export class ShownReleases implements OnApplicationBootstrap {
  private readonly log = new Logger('Registry');
  private state = nothing;
  /** The rows of which `state` was made. */
  private read = '';
  private loadedAt = -Infinity;
  private loading: Promise<void> | undefined;
  private scanning: Promise<void> | undefined;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly deployed: DeployedRegistry,
    private readonly folder: FolderReleases,
    private readonly verified: VerifiedReleases,
  ) {}

  /** Releases the installation's shells and remotes before the first request. */
  async onApplicationBootstrap(): Promise<void> {
    await this.current();
  }

  /** The same object as long as nothing has changed. */
  async current(): Promise<ReleaseState> {
    if (performance.now() - this.loadedAt > cacheMs) {
      this.loading ??= this.load().finally(() => (this.loading = undefined));
      // Before the first reading there is nothing else to serve.
      if (this.loadedAt === -Infinity) await this.loading;
      else await withinTime(this.loading, patienceMs).catch(() => undefined);
    }
    return this.state;
  }

  /** Any release with kept files, for its preview; undefined for an unknown or a refused one. */
  async remote(name: string, version: string): Promise<ShownRemote | undefined> {
    const row = await this.database.row(shownRow, previewedRelease, [name, version]);
    return row && this.verified.one<PublishedRemote>(row);
  }

  /** The newest release of a remote with kept files, whether or not it was shown. */
  async newest(name: string): Promise<ShownRemote | undefined> {
    const row = await this.database.row(shownRow, newestRelease, [name]);
    return row && this.verified.one<PublishedRemote>(row);
  }

  /** The same of a shell, by its version. */
  async host(site: Site, version: string): Promise<ShownHost | undefined> {
    const row = await this.database.row(shownRow, previewedRelease, [site, version]);
    return row && this.verified.one<PublishedHost>(row);
  }

  /** One of the state's shells; undefined for a refused one. */
  shell(row: ShownRow): Promise<ShownHost | undefined> {
    return this.verified.one<PublishedHost>(row);
  }

  /** The latest earlier live release of a remote that is accepted, undefined without one. */
  async earlier(
    { earlier }: ReleaseState,
    name: string,
    accepts: (remote: ShownRemote) => boolean,
  ): Promise<ShownRemote | undefined> {
    const rows = await readOnce(earlier, name, () => this.database.rows(shownRow, earlierReleases, [name]));
    return this.firstOf<PublishedRemote>(rows, accepts);
  }

  /** All releases of a remote that open pages may have, also those that were taken back, the newest first. */
  open({ open }: ReleaseState, name: string): Promise<ShownRemote[]> {
    return readOnce(open, name, () => this.verified.readAll<PublishedRemote>(name, openReleases));
  }

  /** One after another, since the first of many is accepted as a rule, and only a new one has to be read. */
  private async firstOf<Kind extends Statement>(
    rows: ShownRow[],
    accepts: (release: Verified<Kind>) => boolean = () => true,
  ): Promise<Verified<Kind> | undefined> {
    for (const row of rows) {
      const release = await this.verified.one<Kind>(row);
      if (release && accepts(release)) return release;
    }
    return undefined;
  }

  /** Keeps the previous state while the database is away, so that shells still open. */
  private async load(): Promise<void> {
    try {
      const deployed = await this.deployed.remotes();
      await this.scan();
      // Read before the releases: a list must never be older than its sequence.
      const sequence =
        (await this.database.row(sequenceRow, 'SELECT value FROM release_sequence'))?.value ?? 0;
      const rows = await this.database.rows(shownRow, shownReleases);
      const shells = await this.database.rows(shownRow, shellReleases, [...sites]);
      const served = await this.servedByDevelopers();
      const read = JSON.stringify([sequence, rows, shells, served, deployed]);
      if (read !== this.read)
        this.state = await this.stateOf(sequence, rows, shells, [...(deployed ?? []), ...served]);
      this.read = read;
    } catch (error) {
      this.log.error(
        `the releases cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    this.loadedAt = performance.now();
  }

  /**
   * Releases what is new in the installation. A bucket that is away keeps that back, and nothing that was released before: only
   * the first reading waits until it is done or has failed.
   */
  private async scan(): Promise<void> {
    if (this.scanning) return;
    this.scanning = this.folder
      .scan()
      .catch((error: Error) => this.log.error(`the installation cannot be released: ${error.message}`))
      .finally(() => (this.scanning = undefined));
    if (this.loadedAt === -Infinity) await this.scanning;
    else await withinTime(this.scanning, patienceMs).catch(() => undefined);
  }

  /** @param elsewhere remotes of another bank or of developers' machines, in development */
  private async stateOf(
    sequence: number,
    rows: ShownRow[],
    shells: ShownRow[],
    elsewhere: PublishedRemote[],
  ): Promise<ReleaseState> {
    const state = {
      ...nothing,
      isRead: true,
      sequence,
      shells,
      remotes: [],
      canaries: [],
      hosts: {},
      hostCanaries: {},
      earlier: new Map(),
      open: new Map(),
    };
    const { remotes, canaries, hosts, hostCanaries }: ReleaseState = state;
    const isElsewhere = (name: string) => elsewhere.some((remote) => remote.name === name);
    for (const name of new Set(rows.map(({ remote }) => remote))) {
      // With `DEV_REGISTRY` all remotes are the other bank's.
      if (!isSite(name) && (this.config.devRegistry || isElsewhere(name))) continue;
      const own = rows.filter(({ remote }) => remote === name);
      const canary = own.find(({ status }) => status === 'canary');
      const live = own.filter(({ status }) => status === 'live');
      if (isSite(name)) {
        const host = await this.liveOrEarlier<PublishedHost>(name, live);
        if (host) hosts[name] = host;
        const tried = canary && (await this.verified.one<PublishedHost>(canary));
        if (tried) hostCanaries[name] = tried;
      } else {
        const remote = await this.liveOrEarlier<PublishedRemote>(name, live);
        if (remote) remotes.push(remote);
        const tried = canary && (await this.verified.one<PublishedRemote>(canary));
        if (tried) canaries.push(tried);
      }
    }
    remotes.push(...elsewhere.map(unchecked));
    return state;
  }

  private async liveOrEarlier<Kind extends Statement>(
    name: string,
    live: ShownRow[],
  ): Promise<Verified<Kind> | undefined> {
    return (
      (await this.firstOf<Kind>(live)) ??
      this.firstOf<Kind>(await this.database.rows(shownRow, earlierReleases, [name]))
    );
  }

  /** The unsigned remotes of developers' machines, in development only. */
  private async servedByDevelopers(): Promise<PublishedRemote[]> {
    const served = Object.entries(this.config.devRemotes).map(async ([name, address]) => {
      const manifest = await this.folder.read(name);
      const remote = manifest && { ...manifest, preload: { scripts: [], styles: [] } };
      return remote ? [{ ...statementOf(remote, address, {}), signature: '' }] : [];
    });
    return (await Promise.all(served)).flat();
  }
}

/** A remote that is no release of this bank. */
const unchecked = (release: PublishedRemote): ShownRemote => ({
  row: { id: 0, remote: release.name, version: release.version, status: 'live', share: 0, signature: '' },
  release,
  build: { shared: {}, files: [] },
});

function readOnce<Value>(kept: Map<string, Promise<Value>>, name: string, read: () => Promise<Value>) {
  const known = kept.get(name) ?? read();
  kept.set(name, known);
  known.catch(() => kept.delete(name));
  return known;
}
