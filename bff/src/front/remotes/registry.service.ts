import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { z } from 'zod';
import type { PublishedRemote, Registry } from '@bank/contracts/remotes';
import { releaseStatuses } from '@bank/contracts/releases';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { statementOf } from '../releases/built-manifest';
import { FolderReleases } from '../releases/folder-releases.service';
import { LocalRemotes, replacedByLocal } from '../releases/local-remotes.service';
import { type Preview, Previews } from '../releases/previews.service';
import { ReleaseSigner } from '../releases/release-signer.service';
import { isInShare, type Visit } from '../releases/visit';
import { DeployedRegistry } from './deployed-registry.service';
import { rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';

const sequenceRow = rowOf({ value: whole });

/** How long the releases that were read are served: all servers agree within twice this time. */
const cacheMs = 1_000;

const releaseRow = rowOf({
  id: whole,
  remote: text,
  version: text,
  status: z.enum(releaseStatuses),
  share: whole,
});
/** A release without its signed statement. */
type ReleaseRow = z.infer<typeof releaseRow>;
type Canary = ReleaseRow & { release: PublishedRemote };

/** Oldest remote first: of two that claim a route, the first keeps it. */
const shownReleases = `
  SELECT id, remote, version, status, share,
    (SELECT MIN(first.id) FROM releases first WHERE first.remote = releases.remote) AS came
  FROM releases WHERE status IN ('live', 'canary') ORDER BY came, id`;

const earlierReleases = `
  SELECT id, remote, version, status, share FROM releases
  WHERE remote = ? AND status = 'retired' AND live_from IS NOT NULL AND removed_at IS NULL
  ORDER BY live_until DESC, id DESC LIMIT 5`;

const previewedRelease = `
  SELECT id, remote, version, status, share FROM releases
  WHERE remote = ? AND version = ? AND removed_at IS NULL`;

const selectSigned = 'SELECT statement, signature FROM releases WHERE id = ?';
const signedRow = rowOf({ statement: text, signature: text });

/**
 * The remotes that visitors get: of each the live release, or the canary for visitors in its share. A release without the
 * bank's signature is replaced by the last one that has it.
 */
@Injectable()
export class RegistryService implements OnApplicationBootstrap {
  private readonly log = new Logger('Registry');
  /** By id, since a release never changes; null for a refused one. */
  private readonly verified = new Map<number, PublishedRemote | null>();
  private live: PublishedRemote[] = [];
  private canaries: Canary[] = [];
  private registries = new Map<string, Registry>();
  private sequence = 0;
  private state = '';
  private loadedAt = -Infinity;
  private loading: Promise<void> | undefined;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly deployed: DeployedRegistry,
    private readonly folder: FolderReleases,
    private readonly locals: LocalRemotes,
    private readonly previews: Previews,
    private readonly signer: ReleaseSigner,
    private readonly audit: AuditService,
  ) {}

  /** Releases the installation's remotes before the first request. */
  onApplicationBootstrap(): Promise<void> {
    return this.refresh();
  }

  /** The registry of one visit, at most a second old: the same object as long as it is unchanged. */
  async registry(visit: Visit = {}): Promise<Registry> {
    await this.refresh();
    const published = await this.publishedTo(visit);
    const locals = this.locals.allowedBy(visit.local);
    if (locals.length === 0) return published;
    const replaced = (remote: PublishedRemote) => {
      const local = locals.find((candidate) => candidate.remote === remote.name);
      return local ? replacedByLocal(local, remote) : remote;
    };
    return this.signed(published.remotes.map(replaced));
  }

  private async publishedTo({ visitor, avoid, preview }: Visit): Promise<Registry> {
    const mine = this.canaries.filter(({ version, share }) => isInShare(visitor, version, share));
    const previewed = await this.previews.read(preview);
    if (previewed) return this.signed(await this.withPreview(previewed, this.shown(mine)));
    if (avoid) return this.signed(await this.withoutFailed(avoid, this.shown(mine)));
    const key = mine.map(({ id }) => id).join(' ');
    const registry = this.registries.get(key) ?? this.signed(this.shown(mine));
    this.registries.set(key, registry);
    return registry;
  }

  private signed(remotes: PublishedRemote[]): Registry {
    return this.signer.registry(remotes, this.sequence);
  }

  /** Whether visitors may get different releases. */
  async hasCanary(): Promise<boolean> {
    await this.refresh();
    return this.canaries.length > 0;
  }

  private async refresh(): Promise<void> {
    if (performance.now() - this.loadedAt <= cacheMs) return;
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    await this.loading;
  }

  /** Keeps the previous state while the database is away, so that shells still open. */
  private async load(): Promise<void> {
    try {
      const deployed = await this.deployed.remotes();
      if (!deployed) await this.folder.scan();
      // Read before the releases: a list must never be older than its sequence.
      const sequence = await this.readSequence();
      const rows = deployed ? [] : await this.database.rows(releaseRow, shownReleases);
      const served = await this.servedByDevelopers();
      const state = JSON.stringify([sequence, rows, served, deployed]);
      if (state !== this.state) await this.apply(sequence, rows, served, deployed);
      this.state = state;
    } catch (error) {
      this.log.error(
        `the releases cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    this.loadedAt = performance.now();
  }

  private async readSequence(): Promise<number> {
    const row = await this.database.row(sequenceRow, 'SELECT value FROM release_sequence');
    return row?.value ?? 0;
  }

  private async apply(
    sequence: number,
    rows: ReleaseRow[],
    served: PublishedRemote[],
    deployed: PublishedRemote[] = [],
  ): Promise<void> {
    const live = [...deployed];
    const canaries: Canary[] = [];
    for (const name of new Set(rows.map(({ remote }) => remote))) {
      const own = rows.filter(({ remote }) => remote === name);
      const canary = own.find(({ status }) => status === 'canary');
      const release =
        (await this.firstVerified(own.filter(({ status }) => status === 'live'))) ??
        (await this.firstVerified(await this.earlier(name)));
      const canaryRelease = canary && (await this.verify(canary));
      if (release) live.push(release);
      if (canary && canaryRelease) canaries.push({ ...canary, release: canaryRelease });
    }
    const isServed = ({ name }: PublishedRemote) => served.some((remote) => remote.name === name);
    this.live = [...live.filter((remote) => !isServed(remote)), ...served];
    this.canaries = canaries.filter(({ release }) => !isServed(release));
    this.sequence = sequence;
    this.registries = new Map();
  }

  /** The live releases with these canaries; a canary may be the first release of its remote. */
  private shown(mine: Canary[]): PublishedRemote[] {
    const canaryOf = (remote: PublishedRemote) =>
      mine.find(({ release }) => release.name === remote.name)?.release ?? remote;
    const added = mine.filter(({ remote }) => !this.live.some(({ name }) => name === remote));
    return [...this.live.map(canaryOf), ...added.map(({ release }) => release)];
  }

  private async withPreview(
    { remote, version }: Preview,
    shown: PublishedRemote[],
  ): Promise<PublishedRemote[]> {
    const row = await this.database.row(releaseRow, previewedRelease, [remote, version]);
    const release = row && (await this.verify(row));
    if (!release) return shown;
    const isKnown = shown.some(({ name }) => name === remote);
    return isKnown ? shown.map((other) => (other.name === remote ? release : other)) : [...shown, release];
  }

  /** Replaces a release that failed in this browser by the live one or an earlier one. */
  private async withoutFailed(avoid: string, shown: PublishedRemote[]): Promise<PublishedRemote[]> {
    const failed = shown.find(({ name, version }) => `${name}@${version}` === avoid);
    if (!failed) return shown;
    const live = this.live.find(({ name, version }) => name === failed.name && version !== failed.version);
    const other = live ?? (await this.firstVerified(await this.earlier(failed.name, failed.version)));
    return shown.map((remote) => (remote === failed ? (other ?? failed) : remote));
  }

  /** Earlier live releases of a remote whose files are kept, the latest first. */
  private async earlier(name: string, except?: string): Promise<ReleaseRow[]> {
    const rows = await this.database.rows(releaseRow, earlierReleases, [name]);
    return rows.filter(({ version }) => version !== except);
  }

  private async firstVerified(rows: ReleaseRow[]): Promise<PublishedRemote | undefined> {
    for (const row of rows) {
      const release = await this.verify(row);
      if (release) return release;
    }
    return undefined;
  }

  /** The signed statement of a release; undefined for a refused one, which each server logs once. */
  private async verify({ id, remote, version }: ReleaseRow): Promise<PublishedRemote | undefined> {
    const cached = this.verified.get(id);
    if (cached !== undefined) return cached ?? undefined;
    const { statement = '', signature = '' } = (await this.database.row(signedRow, selectSigned, [id])) ?? {};
    const signed = this.signer.isSigned(statement, signature)
      ? (JSON.parse(statement) as PublishedRemote)
      : undefined;
    // A statement that was signed for another release proves nothing.
    const release = signed?.name === remote && signed.version === version ? { ...signed, signature } : null;
    this.verified.set(id, release);
    if (!release) await this.refuse(remote, version);
    return release ?? undefined;
  }

  private refuse(remote: string, version: string): Promise<void> {
    this.log.error(`release ${remote} ${version} is not signed by this bank`);
    return this.audit.record(this.database, {
      action: 'release.refused',
      type: 'error',
      values: { release: `${remote} ${version}` },
    });
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
