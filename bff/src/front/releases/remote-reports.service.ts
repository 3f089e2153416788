import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  canaryLimits,
  releaseStatuses,
  type ReleaseStatus,
  type RemoteReport,
  type ReportKind,
} from '@bank/contracts/releases';
import { AuditService } from '../../platform/audit/audit.service';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { addressKey } from '../../platform/security/address';
import type { FixedWindowStorage } from '../../platform/security/fixed-window';
import { SharedLimits } from '../../platform/security/shared-limits.service';
import { Config } from '../../platform/config/config';
import { ReleaseAudience } from './release-audience.service';
import { ReportQueue } from './report-queue.service';
import { ReleasesService } from './releases.service';
import { isInShare, type Sender } from './visit';
import { moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';

const addReport = `
  INSERT INTO release_reports (release_id, kind, count, first_at, last_at) VALUES (?, ?, 1, ?, ?)
  ON DUPLICATE KEY UPDATE count = count + 1, last_at = VALUES(last_at)`;

const canaryStates = `
  SELECT remote, version,
    COUNT(DISTINCT visitor) AS visitors,
    COUNT(DISTINCT network) AS networks,
    COUNT(DISTINCT IF(kind <> 'shown', visitor, NULL)) AS failed_visitors,
    COUNT(DISTINCT IF(kind <> 'shown', network, NULL)) AS failed_networks
  FROM releases JOIN release_visitors ON release_id = releases.id
  WHERE status = 'canary' GROUP BY releases.id, remote, version`;
const canaryRow = rowOf({
  remote: text,
  version: text,
  visitors: whole,
  networks: whole,
  failed_visitors: whole,
  failed_networks: whole,
});

const reportedRelease = `
  SELECT id, status, share, last_at FROM releases
  LEFT JOIN release_reports ON release_id = id AND kind = ?
  WHERE remote = ? AND version = ?`;
const reportedRow = rowOf({
  id: whole,
  status: z.enum(releaseStatuses),
  share: whole,
  last_at: moment.nullable(),
});

const countVisitors = `
  SELECT (SELECT COUNT(*) FROM release_visitors WHERE release_id = ?) AS total,
    (SELECT COUNT(*) FROM release_visitors WHERE release_id = ? AND network = ?) AS of_network`;
const visitorCounts = rowOf({ total: whole, of_network: whole });

const addVisitor = `
  INSERT IGNORE INTO release_visitors (release_id, visitor, kind, network) VALUES (?, ?, ?, ?)`;

/** The log gets at most one line per release and kind within this time. */
const logIntervalMs = 60_000;

/** Of one network: a page sends one call every 30 seconds, and one for each failure. */
const callsPerMinute = 120;

/** The stored visitors of a canary, in total and of one network, which bounds the table. */
const maxVisitors = 20_000;
const maxVisitorsOfNetwork = 60;

/** Counts what hosts report of remotes, and rolls back a canary that fails for too many visitors. */
@Injectable()
export class RemoteReportsService {
  private readonly calls: FixedWindowStorage;

  constructor(
    private readonly database: Database,
    private readonly releases: ReleasesService,
    private readonly audience: ReleaseAudience,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly queue: ReportQueue,
    limits: SharedLimits,
  ) {
    this.calls = limits.of('remote reports');
  }

  /**
   * Counts a batch, each kind of report once. Ignored are reports of unknown releases, and of a canary those from visitors
   * outside its share and repeated ones.
   * @throws ApiException TOO_MANY_REQUESTS for a network that sends more than pages do, or when too many networks do.
   */
  async take(reports: RemoteReport[], visitor: string | undefined, from: Sender): Promise<void> {
    const network = addressKey(from.address);
    await this.calls.admit(network, 60_000, callsPerMinute);
    await this.queue.run(() => this.countAll(reports, visitor, network, from));
  }

  private async countAll(
    reports: RemoteReport[],
    visitor: string | undefined,
    network: string,
    from: Sender,
  ): Promise<void> {
    let isCanaryFailing = false;
    for (const report of reports) {
      const status = await this.count(report, visitor, network, from);
      if (status === 'canary' && report.kind !== 'shown') isCanaryFailing = true;
    }
    if (isCanaryFailing) await this.judge();
  }

  /**
   * Rolls back every canary that failed for too many of its visitors (`canaryLimits`).
   * @returns the number of rolled-back canaries.
   */
  async judge(): Promise<number> {
    const canaries = await this.database.rows(canaryRow, canaryStates);
    let rolledBack = 0;
    for (const canary of canaries) {
      const failed = Math.min(canary.failed_visitors, canary.failed_networks);
      const rate = failed / Math.min(canary.visitors, canary.networks);
      if (failed < canaryLimits.failedVisitors || rate <= canaryLimits.failureRate) continue;
      const reason = { failurePercent: Math.round(rate * 100) };
      if (await this.rollBack(canary, reason)) rolledBack += 1;
    }
    return rolledBack;
  }

  /** Returns false where somebody else, or another server, has ended that canary meanwhile. */
  private async rollBack(
    { remote, version }: Pick<z.output<typeof canaryRow>, 'remote' | 'version'>,
    reason: { failurePercent: number },
  ): Promise<boolean> {
    try {
      await this.releases.rollBack(remote, reason, null, { version, status: 'canary' });
      return true;
    } catch (error) {
      if (error instanceof ApiException && error.code === 'RELEASE_CHANGED') return false;
      throw error;
    }
  }

  private async count(
    { remote, version, kind }: RemoteReport,
    visitor: string | undefined,
    network: string,
    from: Sender,
  ): Promise<ReleaseStatus | undefined> {
    const release = await this.database.row(reportedRow, reportedRelease, [kind, remote, version]);
    if (!release || release.status === 'uploaded') return undefined;
    if (release.status === 'canary') {
      if (!visitor || !isInShare(visitor, version, release.share)) return undefined;
      if (!(await this.isFirstOf(release.id, kind, visitor, network))) return undefined;
    }
    if (kind === 'shown') await this.audience.add(release.id, null, from);
    const now = this.clock.now();
    await this.database.write(addReport, [release.id, kind, now, now]);
    const lastMs = release.last_at?.getTime() ?? -Infinity;
    if (kind !== 'shown' && now.getTime() - lastMs > logIntervalMs)
      await this.logChange(remote, version, kind);
    return release.status;
  }

  /** Stores a visitor's report of a canary; false when repeated, or when the visitor's network is at its limit. */
  private async isFirstOf(id: number, kind: ReportKind, visitor: string, network: string): Promise<boolean> {
    const networkDigest = this.digest(network);
    const stored = await this.database.row(visitorCounts, countVisitors, [id, id, networkDigest]);
    if (stored && (stored.total >= maxVisitors || stored.of_network >= maxVisitorsOfNetwork)) return false;
    const row = [id, this.digest(visitor), kind, networkDigest];
    const { affectedRows } = await this.database.write(addVisitor, row);
    return affectedRows === 1;
  }

  /** Distinguishes visitors and networks without identifying them. */
  private digest(text: string): Buffer {
    return createHmac('sha256', this.config.signingKey).update(`report ${text}`).digest().subarray(0, 16);
  }

  private logChange(remote: string, version: string, kind: Exclude<ReportKind, 'shown'>): Promise<void> {
    return this.audit.record(this.database, {
      action: `remote.failed.${kind}`,
      type: 'error',
      text: `remote.failed_${kind}`,
      values: { release: `${remote} ${version}` },
    });
  }
}
