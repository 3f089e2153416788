import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { releaseStatuses, type ShownRelease } from '@bank/contracts/releases';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { ReleaseChanges } from './release-changes.service';
import type { ReleaseFrames } from './release-frames';
import { factsOf, factsOfFailure, reasonText } from './release-log';
import {
  installation,
  type ReleaseAuthor,
  type ReleasePublisher,
  type ReleaseTeam,
} from './release-publisher';
import { ReleaseSigner } from './release-signer.service';
import { isShown, type ReleaseRow, wasShown } from './release-rows';
import { type Shown, sitesOf } from './release-sites';
import { ReleaseUploads } from './release-uploads.service';
import { jsonOf, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';

const statementRow = rowOf({ statement: jsonOf(z.custom<Shown>()) });
const buildRow = rowOf({ build: jsonOf(z.custom<ReleaseBuild>()) });

const updateSignature = 'UPDATE releases SET statement = ?, signature = ? WHERE remote = ? AND version = ?';

/** The signed part of a release: of a remote (`PublishedRemote`), or of a shell (`PublishedHost`), whose name is its site. */
export interface Statement {
  name: string;
  version: string;
}

/** Unsigned facts of a build. */
export interface ReleaseBuild {
  /** Modules that the shell must share, and the accepted ranges of their versions. */
  shared: Record<string, string>;
  /** The slots that its screens draw, and the routes of other remotes that they link to. */
  provides: string[];
  uses: string[];
  /** Every file, with the compressed copies. */
  files: string[];
  /** Gzip bytes of the scripts of the first paint. */
  firstLoadBytes: number;
  frames?: ReleaseFrames;
}

/** Refuses a release that does not fit what is live, within the transaction that shows it (`ReleaseFit`). */
type Fitting = (tx: Transaction, id: number) => Promise<void>;

/** Of each remote the release that a rollback of the live one shows again, as `rollBack` finds it. */
export const releasesBefore = `
  SELECT id FROM (
    SELECT id, ROW_NUMBER() OVER (PARTITION BY remote ORDER BY live_until DESC, id DESC) AS place
    FROM releases WHERE status = 'retired' AND removed_at IS NULL AND live_from IS NOT NULL) AS former
  WHERE place = 1`;

const insertRelease = `
  INSERT IGNORE INTO releases
    (remote, version, statement, signature, build, published_by, created_at, changed_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

const lockVersion = `
  SELECT id, status, removed_at, statement FROM releases WHERE remote = ? AND version = ? FOR UPDATE`;
const versionRow = rowOf({
  id: whole,
  status: z.enum(releaseStatuses),
  removed_at: moment.nullable(),
  statement: text,
});

/** The states of releases; each change is one transaction with its audit line and its live event. */
@Injectable()
export class ReleasesService {
  constructor(
    private readonly database: Database,
    private readonly signer: ReleaseSigner,
    private readonly uploads: ReleaseUploads,
    private readonly changes: ReleaseChanges,
    private readonly incidents: IncidentsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs a release and adds it, shown to nobody yet. An existing version is unchanged, since a version names its content;
   * a team that publishes a rolled-back or swept one again makes it available again. It is signed again, since the server's keys may
   * have changed.
   * @throws ApiException RELEASE_REFUSED when a team publishes another content under an existing version, or files that a sweep
   * has removed meanwhile.
   */
  add(statement: Statement, build: ReleaseBuild, publisher: ReleasePublisher): Promise<void> {
    const signed = JSON.stringify(statement);
    const signature = this.signer.sign(signed);
    const { name: remote, version } = statement;
    const now = this.clock.now();
    const by = publisher === installation ? installation : publisher.team;
    return this.database.transaction(async (tx) => {
      const row = [remote, version, signed, signature, JSON.stringify(build), by, now, now];
      const isNew = (await tx.write(insertRelease, row)).affectedRows === 1;
      if (publisher === installation) {
        if (!isNew) await tx.write(updateSignature, [signed, signature, remote, version]);
        return;
      }
      const isUploaded = (await this.uploads.take(tx, remote, version)) !== undefined;
      if (isNew) {
        if (!isUploaded) throw new ApiException('RELEASE_REFUSED');
        await this.changes.publishAndAudit(tx, publisher, { remote }, 'release.published', {
          text: 'release.published',
          values: { release: `${remote} ${version}`, team: publisher.team },
        });
      } else await this.republish(tx, { remote, version, isUploaded }, { signed, signature }, publisher);
    });
  }

  /** Whether a version was added before, whatever became of it. */
  isKnown(remote: string, version: string): Promise<boolean> {
    return this.database.exists('SELECT 1 FROM releases WHERE remote = ? AND version = ?', [remote, version]);
  }

  /** The build of a version whose files are kept. */
  async buildOf(remote: string, version: string): Promise<ReleaseBuild | undefined> {
    const select = 'SELECT build FROM releases WHERE remote = ? AND version = ? AND removed_at IS NULL';
    return (await this.database.row(buildRow, select, [remote, version]))?.build;
  }

  /**
   * Shows a release to everybody (share 100), or as a canary to a share of the visitors, in percent.
   * @throws ApiException NOT_FOUND; SITE_NOT_ALLOWED as `requireSites`; RELEASE_ROLLED_BACK unless it was published again since;
   * RELEASE_REMOVED when its files were swept; RELEASE_LIVE; RELEASE_CHANGED as `change`; what `requireFit` throws.
   */
  activate(
    remote: string,
    { version, share }: { version: string; share: number },
    author: ReleaseAuthor,
    requireFit: Fitting,
  ): Promise<void> {
    return this.changes.change(remote, async (tx, rows) => {
      const release = rows.find((row) => row.version === version);
      if (!release) throw new ApiException('NOT_FOUND');
      await this.requireSites(tx, author, rows, release);
      if (release.status === 'rolled_back') throw new ApiException('RELEASE_ROLLED_BACK');
      if (release.removed_at) throw new ApiException('RELEASE_REMOVED');
      if (release.status === 'live' && share === 100) return;
      await requireFit(tx, release.id);
      const canary = rows.find(({ status, id }) => status === 'canary' && id !== release.id);
      if (canary) await this.changes.retire(tx, canary);
      if (share === 100) await this.changes.goLive(tx, release, rows);
      else if (release.status === 'live') throw new ApiException('RELEASE_LIVE');
      else await this.changes.set(tx, release, 'canary', share);
      const facts =
        share === 100
          ? factsOf('release.activated', release, author)
          : factsOf('release.tried', release, author, { share });
      await this.changes.publishAndAudit(tx, author, release, 'release.activated', facts);
    });
  }

  /**
   * Shows a release of the installation to everybody that was never shown, also one that a server was killed before showing; not
   * logged, since nobody did it. One that a team published is the team's to show.
   */
  activateInstalled(remote: string, version: string): Promise<void> {
    return this.changes.locked(remote, async (tx, rows) => {
      const release = rows.find((row) => row.version === version);
      const isWaiting = release?.status === 'uploaded' && !release.removed_at;
      if (isWaiting && release.published_by === installation) await this.changes.goLive(tx, release, rows);
    });
  }

  /**
   * Shows the canary of a remote to everybody.
   * @param only the version of the canary; refuses any other
   * @throws ApiException NO_CANARY; SITE_NOT_ALLOWED as `requireSites`; RELEASE_CHANGED, also as `change`; what `requireFit`
   * throws.
   */
  promote(remote: string, author: ReleaseAuthor, requireFit: Fitting, only?: string): Promise<void> {
    return this.changes.change(remote, async (tx, rows) => {
      const canary = rows.find(({ status }) => status === 'canary');
      if (!canary) throw new ApiException('NO_CANARY');
      await this.requireSites(tx, author, rows, canary);
      if (only && canary.version !== only) throw new ApiException('RELEASE_CHANGED');
      await requireFit(tx, canary.id);
      await this.changes.goLive(tx, canary, rows);
      const facts = factsOf('release.promoted', canary, author);
      await this.changes.publishAndAudit(tx, author, canary, 'release.promoted', facts);
    });
  }

  /**
   * Rolls back the canary of a remote or, without one, its live release, which the previous live one replaces.
   * @param only the release to roll back, in its state; refuses any other
   * @returns the version that was rolled back.
   * @throws ApiException SITE_NOT_ALLOWED as `requireSites`; RELEASE_CHANGED, also as `change`; NOTHING_BEFORE when no earlier
   * release can replace it.
   */
  rollBack(
    remote: string,
    reason: string | { failurePercent: number },
    author: ReleaseAuthor,
    only?: ShownRelease,
  ): Promise<string> {
    return this.changes.change(remote, async (tx, rows) => {
      const canary = rows.find(({ status }) => status === 'canary');
      const target = canary ?? rows.find(({ status }) => status === 'live');
      if (only && !(target?.version === only.version && target.status === only.status))
        throw new ApiException('RELEASE_CHANGED');
      if (!target) throw new ApiException('NOTHING_BEFORE');
      const before = rows.find(
        ({ status, removed_at, live_from }) => status === 'retired' && !removed_at && live_from,
      );
      const next = canary ? undefined : before;
      await this.requireSites(tx, author, rows, next);
      if (!canary && !next) throw new ApiException('NOTHING_BEFORE');
      await this.changes.set(tx, target, 'rolled_back', 0, reasonText(reason));
      if (next) await this.changes.set(tx, next, 'live');
      const facts =
        typeof reason === 'string'
          ? factsOf('release.rolled_back', target, author, { reason })
          : factsOfFailure(target, reason.failurePercent);
      await this.changes.publishAndAudit(tx, author, target, 'release.rolled_back', facts);
      const subject = `${target.remote} ${target.version}`;
      await this.incidents.open(tx, {
        kind: 'release_taken_back',
        subject,
        severity: canary ? 'low' : 'medium',
      });
      return target.version;
    });
  }

  /**
   * Refuses a team any change by which another site than its own shows something else: of what is shown now, or of what
   * is shown next.
   * @param next the release that the change shows
   * @throws ApiException SITE_NOT_ALLOWED.
   */
  private async requireSites(
    tx: Transaction,
    author: ReleaseAuthor,
    rows: ReleaseRow[],
    next?: ReleaseRow,
  ): Promise<void> {
    const hosts = author && 'hosts' in author ? author.hosts : null;
    if (!hosts) return;
    const ids = rows.filter((row) => row === next || isShown(row)).map(({ id }) => id);
    const releases = await tx.rows(statementRow, 'SELECT statement FROM releases WHERE id IN (?)', [ids]);
    const sites = releases.flatMap(({ statement }) => sitesOf(statement));
    if (!sites.every((site) => hosts.includes(site))) throw new ApiException('SITE_NOT_ALLOWED');
  }

  private async republish(
    tx: Transaction,
    { remote, version, isUploaded }: { remote: string; version: string; isUploaded: boolean },
    { signed, signature }: { signed: string; signature: string },
    publisher: ReleaseTeam,
  ): Promise<void> {
    const row = await tx.row(versionRow, lockVersion, [remote, version]);
    if (row?.statement !== signed) throw new ApiException('RELEASE_REFUSED');
    if (row.removed_at && !isUploaded) throw new ApiException('RELEASE_REFUSED');
    // The key of before may be gone.
    await tx.write(updateSignature, [signed, signature, remote, version]);
    if (row.status !== 'rolled_back' && !row.removed_at) return;
    await tx.write(
      `UPDATE releases SET was_shown = ${wasShown}, status = 'uploaded', reason = NULL, removed_at = NULL, published_by = ?,
         changed_at = ? WHERE id = ?`,
      [publisher.team, this.clock.now(), row.id],
    );
    await this.changes.publishAndAudit(tx, publisher, { remote }, 'release.published_anew', {
      text: 'release.published_anew',
      values: { release: `${remote} ${version}`, team: publisher.team },
    });
  }
}
