import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { PublishedRemote, Site } from '@bank/contracts/remotes';
import type { ReleaseStatus } from '@bank/contracts/releases';
import { AuditService } from '../audit/audit.service';
import type { Author } from '../common/actor';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { EventsService } from '../events/events.service';
import { ReleaseSigner } from './release-signer';
import { sitesOf } from './release-sites';

/** Who published what the installation brings itself. */
export const installation = 'installation';

/** Who publishes: a team by its token, or the installation. */
export type ReleasePublisher = typeof installation | { team: string; requestId: string };

const signAnew = 'UPDATE releases SET statement = ?, signature = ? WHERE remote = ? AND version = ?';

/** What a release was built against and weighs; kept beside what is signed. */
export interface ReleaseBuild {
  /** Each module that the shell must bring, and the range of versions that will do. */
  shared: Record<string, string>;
  /** The slots that its screens draw, and the routes of others that they lead to. */
  provides: string[];
  uses: string[];
  /** Every file, prepared copies included. */
  files: string[];
  /** Of the scripts of a first paint, gzip, bytes. */
  firstLoadBytes: number;
}

export interface ReleaseRow {
  id: number;
  remote: string;
  version: string;
  status: ReleaseStatus;
  share: number;
  removed_at: Date | null;
  live_from: Date | null;
}

/** Who did something to a release: an administrator, a team by its token, or the bank by itself. */
export type ReleaseAuthor = Author | { team: string; requestId: string | null } | null;

const rowsOfRemote = `
  SELECT id, remote, version, status, share, removed_at, live_from FROM releases
  WHERE remote = ? ORDER BY live_until DESC, id DESC FOR UPDATE`;

/** Every change of what is released: each in one transaction with its line of the log and its live event. */
@Injectable()
export class ReleasesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signer: ReleaseSigner,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs a release and adds it, shown to nobody yet. A version that is there already stays as it is, since a version
   * names its content, but that one which was taken back may be shown again once a team published it anew. What the
   * installation brings is signed anew, for a server whose keys are not those of before.
   * @returns whether it is new.
   * @throws Failure RELEASE_REFUSED when a team says something else of a version that is there.
   */
  add(
    statement: Omit<PublishedRemote, 'signature'>,
    build: ReleaseBuild,
    publisher: ReleasePublisher,
  ): Promise<boolean> {
    const text = JSON.stringify(statement);
    const signature = this.signer.sign(text);
    const { name: remote, version } = statement;
    const now = this.clock.now();
    const by = publisher === installation ? installation : publisher.team;
    return inTransaction(this.dataSource, async (runner) => {
      const written = (await runner.query(
        `INSERT IGNORE INTO releases
           (remote, version, statement, signature, build, published_by, created_at, changed_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        [remote, version, text, signature, JSON.stringify(build), by, now, now],
      )) as { affectedRows: number };
      const isNew = written.affectedRows === 1;
      if (publisher === installation) {
        if (!isNew) await runner.query(signAnew, [text, signature, remote, version]);
      } else if (isNew) {
        const message = `Version ${remote} ${version} publiée${byTeam(publisher)}, encore montrée à personne.`;
        await this.tell(runner, publisher, { remote }, 'release.published', message);
      } else await this.addAnew(runner, { remote, version }, text, publisher);
      return isNew;
    });
  }

  /** The sites that show a version, or what of the remote is shown now; none of what is not there. */
  async sitesOf(remote: string, version?: string): Promise<Site[]> {
    const which = version === undefined ? "status IN ('live', 'canary')" : 'version = ?';
    const rows = (await this.dataSource.query(
      `SELECT statement FROM releases WHERE remote = ? AND ${which}`,
      [remote, ...(version === undefined ? [] : [version])],
    )) as { statement: string }[];
    return rows.flatMap(({ statement }) => sitesOf(JSON.parse(statement) as PublishedRemote));
  }

  /**
   * Shows a release to everybody (share 100), or as a canary to a share of the visitors, in percent.
   * @throws Failure NOT_FOUND; RELEASE_ROLLED_BACK when it was taken back and not published anew since;
   * RELEASE_REMOVED when its files were swept; RELEASE_LIVE.
   */
  activate(remote: string, version: string, share: number, author: ReleaseAuthor): Promise<void> {
    return this.change(remote, async (runner, rows) => {
      const release = rows.find((row) => row.version === version);
      if (!release) throw new Failure('NOT_FOUND');
      if (release.status === 'rolled_back') throw new Failure('RELEASE_ROLLED_BACK');
      if (release.removed_at) throw new Failure('RELEASE_REMOVED');
      if (release.status === 'live' && share === 100) return;
      const canary = rows.find(({ status, id }) => status === 'canary' && id !== release.id);
      if (canary) await this.retire(runner, canary);
      if (share === 100) await this.goLive(runner, release, rows);
      else if (release.status === 'live') throw new Failure('RELEASE_LIVE');
      else await this.set(runner, release, 'canary', share);
      const shown = share === 100 ? 'mise en ligne' : `montrée à ${share} % des visiteurs`;
      const message = `Version ${name(release)} ${shown}${byTeam(author)}.`;
      await this.tell(runner, author, release, 'release.activated', message);
    });
  }

  /** Shows a new release that came with the installation to everybody: no person's act, hence no line of the log. */
  goLiveByItself(remote: string, version: string): Promise<void> {
    return this.change(remote, async (runner, rows) => {
      const release = rows.find((row) => row.version === version);
      if (release?.status === 'uploaded') await this.goLive(runner, release, rows);
    });
  }

  /** Shows the canary of a remote to everybody. @throws Failure NO_CANARY. */
  promote(remote: string, author: ReleaseAuthor): Promise<void> {
    return this.change(remote, async (runner, rows) => {
      const canary = rows.find(({ status }) => status === 'canary');
      if (!canary) throw new Failure('NO_CANARY');
      await this.goLive(runner, canary, rows);
      const message = `Version ${name(canary)} étendue à tous les visiteurs${byTeam(author)}.`;
      await this.tell(runner, author, canary, 'release.promoted', message);
    });
  }

  /**
   * Takes back the canary of a remote, or, where there is none, its live release, in whose place comes the one that
   * was live before it.
   * @returns the version that was taken back.
   * @throws Failure NOTHING_BEFORE when no earlier release can come back.
   */
  rollBack(remote: string, reason: string, author: ReleaseAuthor, only?: number): Promise<string> {
    return this.change(remote, async (runner, rows) => {
      const canary = rows.find(({ status }) => status === 'canary');
      const taken = canary ?? rows.find(({ status }) => status === 'live');
      if (!taken || (only !== undefined && taken.id !== only)) throw new Failure('NOTHING_BEFORE');
      await this.set(runner, taken, 'rolled_back', 0, reason);
      if (!canary) {
        const before = rows.find(
          ({ status, removed_at, live_from }) => status === 'retired' && !removed_at && live_from,
        );
        if (!before) throw new Failure('NOTHING_BEFORE');
        await this.set(runner, before, 'live');
      }
      const why = `Version ${name(taken)} retirée${byTeam(author)} : ${reason}`;
      await this.tell(runner, author, taken, 'release.rolled_back', why);
      return taken.version;
    });
  }

  private async addAnew(
    runner: QueryRunner,
    { remote, version }: { remote: string; version: string },
    text: string,
    publisher: { team: string; requestId: string },
  ): Promise<void> {
    const [row] = (await runner.query(
      'SELECT id, status, statement FROM releases WHERE remote = ? AND version = ? FOR UPDATE',
      [remote, version],
    )) as { id: number; status: ReleaseStatus; statement: string }[];
    if (row?.statement !== text) throw new Failure('RELEASE_REFUSED');
    if (row.status !== 'rolled_back') return;
    await runner.query(
      `UPDATE releases SET status = 'uploaded', reason = NULL, removed_at = NULL, published_by = ?, changed_at = ?
       WHERE id = ?`,
      [publisher.team, this.clock.now(), row.id],
    );
    const message = `Version ${remote} ${version}, qui avait été retirée, publiée de nouveau${byTeam(publisher)}.`;
    await this.tell(runner, publisher, { remote }, 'release.published_anew', message);
  }

  private change<T>(
    remote: string,
    work: (runner: QueryRunner, rows: ReleaseRow[]) => Promise<T>,
  ): Promise<T> {
    return inTransaction(this.dataSource, async (runner) =>
      work(runner, (await runner.query(rowsOfRemote, [remote])) as ReleaseRow[]),
    );
  }

  private async goLive(runner: QueryRunner, release: ReleaseRow, rows: ReleaseRow[]): Promise<void> {
    const live = rows.find(({ status }) => status === 'live');
    if (live) await this.retire(runner, live);
    await this.set(runner, release, 'live');
  }

  private retire(runner: QueryRunner, release: ReleaseRow): Promise<void> {
    return this.set(runner, release, 'retired');
  }

  private async set(
    runner: QueryRunner,
    { id, status: before }: ReleaseRow,
    status: ReleaseStatus,
    share = 0,
    reason: string | null = null,
  ): Promise<void> {
    const now = this.clock.now();
    const from = status === 'live' ? now : null;
    const until = before === 'live' && status !== 'live' ? now : null;
    await runner.query(
      `UPDATE releases SET status = ?, share = ?, reason = ?, changed_at = ?,
         live_from = COALESCE(?, live_from), live_until = COALESCE(?, live_until)
       WHERE id = ?`,
      [status, share, reason, now, from, until, id],
    );
    await runner.query('DELETE FROM release_reports WHERE release_id = ?', [id]);
    await runner.query('DELETE FROM release_visitors WHERE release_id = ?', [id]);
    // Seconds, so that it rises even where a database was made anew; the row's lock puts all changes in one order.
    await runner.query('UPDATE release_sequence SET value = GREATEST(value + 1, ?)', [
      Math.floor(now.getTime() / 1000),
    ]);
  }

  private async tell(
    runner: QueryRunner,
    author: ReleaseAuthor,
    { remote }: Pick<ReleaseRow, 'remote'>,
    action: string,
    message: string,
  ): Promise<void> {
    this.events.emit(runner, 'administrators', 'release', { remote });
    await this.audit.record(runner, {
      action,
      type: action === 'release.rolled_back' ? 'warning' : 'info',
      message,
      requestId: author?.requestId ?? null,
      ...(author && 'userId' in author && { userId: author.userId, email: author.email }),
    });
  }
}

const name = ({ remote, version }: ReleaseRow) => `${remote} ${version}`;

const byTeam = (author: ReleaseAuthor) => (author && 'team' in author ? ` par l’équipe ${author.team}` : '');
