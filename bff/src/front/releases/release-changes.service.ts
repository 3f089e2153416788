import { Injectable } from '@nestjs/common';
import type { LogFacts } from '@bank/contracts/log-texts';
import type { ReleaseStatus } from '@bank/contracts/releases';
import { AuditService } from '../../platform/audit/audit.service';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import { Clock } from '../../platform/time/clock.service';
import type { ReleaseAuthor } from './release-publisher';
import { lockReleases, releaseRow, type ReleaseRow, selectShown, shownOf } from './release-rows';
import { lockSequence, raiseSequence } from './release-sequence';

/** Changes of releases' states, one after another, each with its audit line and its live event. */
@Injectable()
export class ReleaseChanges {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes what is shown of a remote. Of changes that overlap the first one is made: the others were about what was shown
   * before. @throws ApiException RELEASE_CHANGED.
   */
  async change<T>(remote: string, work: (tx: Transaction, rows: ReleaseRow[]) => Promise<T>): Promise<T> {
    // Outside of the transaction, which a deadlock may repeat after the other change.
    const before = shownOf(await this.database.rows(releaseRow, selectShown, [remote]));
    return this.locked(remote, (tx, rows) => {
      if (shownOf(rows) !== before) throw new ApiException('RELEASE_CHANGED');
      return work(tx, rows);
    });
  }

  /** One change at a time, of all remotes and shells. */
  locked<T>(remote: string, work: (tx: Transaction, rows: ReleaseRow[]) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await lockSequence(tx);
      return work(tx, await tx.rows(releaseRow, lockReleases, [remote]));
    });
  }

  /** Shows a release to everybody in place of the live one. @param rows of its remote, locked */
  async goLive(tx: Transaction, release: ReleaseRow, rows: ReleaseRow[]): Promise<void> {
    const live = rows.find(({ status }) => status === 'live');
    if (live) await this.retire(tx, live);
    await this.set(tx, release, 'live');
  }

  /** Shows a release to nobody any more. */
  retire(tx: Transaction, release: ReleaseRow): Promise<void> {
    return this.set(tx, release, 'retired');
  }

  /** Sets a release's state, whose reports are counted from then on. */
  async set(
    tx: Transaction,
    { id, status: before }: ReleaseRow,
    status: ReleaseStatus,
    share = 0,
    reason: string | null = null,
  ): Promise<void> {
    const now = this.clock.now();
    const from = status === 'live' ? now : null;
    const until = before === 'live' && status !== 'live' ? now : null;
    await tx.write(
      `UPDATE releases SET status = ?, share = ?, reason = ?, changed_at = ?,
         live_from = COALESCE(?, live_from), live_until = COALESCE(?, live_until)
       WHERE id = ?`,
      [status, share, reason, now, from, until, id],
    );
    await tx.write('DELETE FROM release_reports WHERE release_id = ?', [id]);
    await tx.write('DELETE FROM release_visitors WHERE release_id = ?', [id]);
    await raiseSequence(tx, now);
  }

  /** Refreshes administrators' pages, and logs the change. */
  async publishAndAudit(
    tx: Transaction,
    author: ReleaseAuthor,
    { remote }: Pick<ReleaseRow, 'remote'>,
    action: string,
    facts: LogFacts,
  ): Promise<void> {
    this.events.emit(tx, 'administrators', 'release', { remote });
    await this.audit.record(tx, {
      action,
      type: action === 'release.rolled_back' ? 'warning' : 'info',
      ...facts,
      requestId: author?.requestId ?? null,
      ...(author && 'userId' in author && { userId: author.userId, email: author.email }),
    });
  }
}
