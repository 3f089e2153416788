import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PublishedRemote, Registry } from '@bank/contracts/remotes';
import type { ReleaseStatus } from '@bank/contracts/releases';
import { AuditService } from '../audit/audit.service';
import { Config } from '../config';
import { statementOf } from '../releases/built-manifest';
import { FolderReleases } from '../releases/folder-releases';
import { LocalRemotes, takenFrom } from '../releases/local-remotes.service';
import { type Preview, Previews } from '../releases/previews';
import { ReleaseSigner } from '../releases/release-signer';
import { isInShare, type Visit } from '../releases/visit';
import { DeployedRegistry } from './deployed-registry';

/** How long one look at the releases serves, in milliseconds: servers agree within the double of it. */
const freshMs = 1_000;

/** A release without what is signed of it. */
interface ReleaseHead {
  id: number;
  remote: string;
  version: string;
  status: ReleaseStatus;
  share: number;
}

type Canary = ReleaseHead & { release: PublishedRemote };

/** In the order in which remotes came: of two that claim a route, the first keeps it. */
const shownReleases = `
  SELECT id, remote, version, status, share,
    (SELECT MIN(first.id) FROM releases first WHERE first.remote = releases.remote) AS came
  FROM releases WHERE status IN ('live', 'canary') ORDER BY came, id`;

const earlierReleases = `
  SELECT id, remote, version, status, share FROM releases
  WHERE remote = ? AND status = 'retired' AND live_from IS NOT NULL AND removed_at IS NULL
  ORDER BY live_until DESC, id DESC LIMIT 5`;

/**
 * What visitors are given: of each remote the live release, or the canary to those in its share. Only what carries
 * the bank's signature counts; a remote whose release does not keeps its last good one.
 */
@Injectable()
export class RegistryService implements OnApplicationBootstrap {
  private readonly log = new Logger('Registry');
  /** By id, since a release never changes; null for one that is refused. */
  private readonly verified = new Map<number, PublishedRemote | null>();
  private live: PublishedRemote[] = [];
  private canaries: Canary[] = [];
  private registries = new Map<string, Registry>();
  private sequence = 0;
  private state = '';
  private lookedAt = -Infinity;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly deployed: DeployedRegistry,
    private readonly folder: FolderReleases,
    private readonly locals: LocalRemotes,
    private readonly previews: Previews,
    private readonly signer: ReleaseSigner,
    private readonly audit: AuditService,
  ) {}

  /** What the installation brings is released before anybody asks. */
  onApplicationBootstrap(): Promise<void> {
    return this.fresh();
  }

  /** What one visit is given, at most a second old: the same object as long as nothing changed for it. */
  async registry(visit: Visit = {}): Promise<Registry> {
    await this.fresh();
    const published = await this.publishedTo(visit);
    const locals = this.locals.of(visit.local);
    if (locals.length === 0) return published;
    const instead = (remote: PublishedRemote) => {
      const local = locals.find((candidate) => candidate.remote === remote.name);
      return local ? takenFrom(local, remote) : remote;
    };
    return this.signed(published.remotes.map(instead));
  }

  private async publishedTo({ visitor, avoid, preview }: Visit): Promise<Registry> {
    const mine = this.canaries.filter(({ version, share }) => isInShare(visitor, version, share));
    const previewed = await this.previews.read(preview);
    if (previewed) return this.signed(await this.with(previewed, this.shown(mine)));
    if (avoid) return this.signed(await this.without(avoid, this.shown(mine)));
    const key = mine.map(({ id }) => id).join(' ');
    const made = this.registries.get(key) ?? this.signed(this.shown(mine));
    this.registries.set(key, made);
    return made;
  }

  private signed(remotes: PublishedRemote[]): Registry {
    return this.signer.registry(remotes, this.sequence);
  }

  /** Whether any visitor may be given something else than the others. */
  async hasCanary(): Promise<boolean> {
    await this.fresh();
    return this.canaries.length > 0;
  }

  private async fresh(): Promise<void> {
    if (performance.now() - this.lookedAt <= freshMs) return;
    this.looking ??= this.look().finally(() => (this.looking = undefined));
    await this.looking;
  }

  /** Shells keep opening while the database is away: with what was known. */
  private async look(): Promise<void> {
    try {
      const deployed = await this.deployed.remotes();
      if (!deployed) await this.folder.look();
      // Before the releases: what is said to be as new as they are must never be older.
      const sequence = await this.readSequence();
      const rows = deployed ? [] : ((await this.dataSource.query(shownReleases)) as ReleaseHead[]);
      const served = await this.servedByDevelopers();
      const state = JSON.stringify([sequence, rows, served, deployed]);
      if (state !== this.state) await this.take(sequence, rows, served, deployed);
      this.state = state;
    } catch (error) {
      this.log.error(
        `the releases cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    this.lookedAt = performance.now();
  }

  private async readSequence(): Promise<number> {
    const [row] = (await this.dataSource.query('SELECT value FROM release_sequence')) as { value: string }[];
    return Number(row?.value ?? 0);
  }

  private async take(
    sequence: number,
    rows: ReleaseHead[],
    served: PublishedRemote[],
    deployed: PublishedRemote[] = [],
  ): Promise<void> {
    const live = [...deployed];
    const canaries: Canary[] = [];
    for (const name of new Set(rows.map(({ remote }) => remote))) {
      const own = rows.filter(({ remote }) => remote === name);
      const canary = own.find(({ status }) => status === 'canary');
      const release =
        (await this.firstGood(own.filter(({ status }) => status === 'live'))) ??
        (await this.firstGood(await this.earlier(name)));
      const onTrial = canary && (await this.firstGood([canary]));
      if (release) live.push(release);
      if (canary && onTrial) canaries.push({ ...canary, release: onTrial });
    }
    const isServed = ({ name }: PublishedRemote) => served.some((remote) => remote.name === name);
    this.live = [...live.filter((remote) => !isServed(remote)), ...served];
    this.canaries = canaries.filter(({ release }) => !isServed(release));
    this.sequence = sequence;
    this.registries = new Map();
  }

  /** A canary may be the first of its remote: then it is given to those in its share alone. */
  private shown(mine: Canary[]): PublishedRemote[] {
    const instead = (remote: PublishedRemote) =>
      mine.find(({ release }) => release.name === remote.name)?.release ?? remote;
    const added = mine.filter(({ remote }) => !this.live.some(({ name }) => name === remote));
    return [...this.live.map(instead), ...added.map(({ release }) => release)];
  }

  /** The same, with a release that one browser is shown before others. */
  private async with({ remote, version }: Preview, shown: PublishedRemote[]): Promise<PublishedRemote[]> {
    const heads = (await this.dataSource.query(
      'SELECT id, remote, version FROM releases WHERE remote = ? AND version = ? AND removed_at IS NULL',
      [remote, version],
    )) as ReleaseHead[];
    const release = await this.firstGood(heads);
    if (!release) return shown;
    const isKnown = shown.some(({ name }) => name === remote);
    return isKnown ? shown.map((other) => (other.name === remote ? release : other)) : [...shown, release];
  }

  /** The same, with another release in the place of one that failed: the live one, or one that was. */
  private async without(avoid: string, shown: PublishedRemote[]): Promise<PublishedRemote[]> {
    const failed = shown.find(({ name, version }) => `${name}@${version}` === avoid);
    if (!failed) return shown;
    const live = this.live.find(({ name, version }) => name === failed.name && version !== failed.version);
    const other = live ?? (await this.firstGood(await this.earlier(failed.name, failed.version)));
    return shown.map((remote) => (remote === failed ? (other ?? failed) : remote));
  }

  /** What everybody was shown of a remote before, and whose files are kept, the latest first; but for one version. */
  private async earlier(name: string, except?: string): Promise<ReleaseHead[]> {
    const heads = (await this.dataSource.query(earlierReleases, [name])) as ReleaseHead[];
    return heads.filter(({ version }) => version !== except);
  }

  private async firstGood(heads: ReleaseHead[]): Promise<PublishedRemote | undefined> {
    for (const head of heads) {
      const release = await this.good(head);
      if (release) return release;
    }
    return undefined;
  }

  /** What was signed of a release, if it was; a refused one is said in the log, once on each server. */
  private async good({ id, remote, version }: ReleaseHead): Promise<PublishedRemote | undefined> {
    const known = this.verified.get(id);
    if (known !== undefined) return known ?? undefined;
    const rows = (await this.dataSource.query('SELECT statement, signature FROM releases WHERE id = ?', [
      id,
    ])) as { statement: string; signature: string }[];
    const { statement = '', signature = '' } = rows[0] ?? {};
    const isGood =
      this.signer.isSigned(statement, signature) &&
      isOf(JSON.parse(statement) as PublishedRemote, remote, version);
    const release = isGood ? { ...(JSON.parse(statement) as PublishedRemote), signature } : null;
    this.verified.set(id, release);
    if (!release) await this.refuse(remote, version);
    return release ?? undefined;
  }

  private refuse(remote: string, version: string): Promise<void> {
    this.log.error(`release ${remote} ${version} is not signed by this bank`);
    return this.audit.record(this.dataSource, {
      action: 'release.refused',
      type: 'error',
      message: `Version ${remote} ${version} refusée : elle ne porte pas la signature de la banque.`,
    });
  }

  /** What developers' machines serve: in development alone, and unsigned. */
  private async servedByDevelopers(): Promise<PublishedRemote[]> {
    const served = Object.entries(this.config.devRemotes).map(async ([name, address]) => {
      const manifest = await this.folder.read(name);
      const remote = manifest && { ...manifest, preload: { scripts: [], styles: [] } };
      return remote ? [{ ...statementOf(remote, address, {}), signature: '' }] : [];
    });
    return (await Promise.all(served)).flat();
  }
}

/** A statement that was signed for another release proves nothing of this one. */
const isOf = (release: PublishedRemote, remote: string, version: string) =>
  release.name === remote && release.version === version;
