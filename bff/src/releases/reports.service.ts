import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  canaryLimits,
  type ReleaseStatus,
  type RemoteReport,
  type ReportKind,
} from '@bank/contracts/releases';
import { AuditService } from '../audit/audit.service';
import { Clock } from '../common/clock';
import { failureRateOf } from './release-list.service';
import { ReleasesService } from './releases.service';
import { isInShare } from './visit';

interface ReportedRelease {
  id: number;
  status: ReleaseStatus;
  share: number;
  last_at: Date | null;
}

interface CanaryState {
  id: number;
  remote: string;
  version: string;
  first_failure: Date | null;
  shown: number;
  load: number;
  integrity: number;
  render: number;
}

const addReport = `
  INSERT INTO release_reports (release_id, kind, count, first_at, last_at) VALUES (?, ?, ?, ?, ?)
  ON DUPLICATE KEY UPDATE count = count + VALUES(count), last_at = VALUES(last_at)`;

const canaryStates = `
  SELECT releases.id, remote, version,
    MIN(IF(kind <> 'shown', first_at, NULL)) AS first_failure,
    CAST(SUM(IF(kind = 'shown', count, 0)) AS DOUBLE) AS shown,
    CAST(SUM(IF(kind = 'load', count, 0)) AS DOUBLE) AS \`load\`,
    CAST(SUM(IF(kind = 'integrity', count, 0)) AS DOUBLE) AS integrity,
    CAST(SUM(IF(kind = 'render', count, 0)) AS DOUBLE) AS render
  FROM releases JOIN release_reports ON release_id = releases.id
  WHERE status = 'canary' GROUP BY releases.id, remote, version`;

const reportedRelease = `
  SELECT id, status, share, last_at FROM releases
  LEFT JOIN release_reports ON release_id = id AND kind = ?
  WHERE remote = ? AND version = ?`;

/** A broken remote is reported by everybody who meets it: one line of the log in so many milliseconds says enough. */
const saidAgainMs = 60_000;

const words: Record<Exclude<ReportKind, 'shown'>, string> = {
  load: 'ne se charge pas',
  integrity: 'est refusée, car ses fichiers ne sont pas ceux de la banque',
  render: 'échoue en s’affichant',
};

/** Counts what hosts report of remotes, and takes back a canary that fails too often. */
@Injectable()
export class ReportsService {
  private readonly log = new Logger('Releases');

  constructor(
    private readonly dataSource: DataSource,
    private readonly releases: ReleasesService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts a batch. What is said of an unknown release, or of a canary by somebody outside its share, counts for
   * nothing: nobody else can have it.
   */
  async take(reports: RemoteReport[], visitor: string | undefined): Promise<void> {
    let isCanaryFailing = false;
    for (const report of reports) {
      const status = await this.count(report, visitor);
      if (status === 'canary' && report.kind !== 'shown') isCanaryFailing = true;
    }
    if (isCanaryFailing) await this.judgeSoon();
  }

  /**
   * Takes back every canary whose failures passed the limit (`canaryLimits`).
   * @returns how many were taken back.
   */
  async judge(): Promise<number> {
    const states = (await this.dataSource.query(canaryStates)) as CanaryState[];
    let taken = 0;
    for (const state of states.filter((candidate) => this.fails(candidate))) {
      const percent = Math.round((failureRateOf(state) ?? 0) * 100);
      const reason = `${percent} % d’échecs chez les visiteurs qui l’essayaient.`;
      await this.releases.rollBack(state.remote, reason, null, state.id);
      taken += 1;
    }
    return taken;
  }

  private fails({ first_failure: first, ...counted }: CanaryState): boolean {
    const failures = counted.load + counted.integrity + counted.render;
    if (!first || (failureRateOf(counted) ?? 0) <= canaryLimits.failureRate) return false;
    const waited = (this.clock.now().getTime() - first.getTime()) / 1000;
    return failures >= canaryLimits.failures || waited >= canaryLimits.patienceSeconds;
  }

  /** At once for many failures, and once more when those few have waited; the job does the same if this server dies. */
  private async judgeSoon(): Promise<void> {
    await this.judge();
    setTimeout(
      () => void this.judge().catch((error: Error) => this.log.error(error.message)),
      laterMs,
    ).unref();
  }

  private async count(
    { remote, version, kind, count }: RemoteReport,
    visitor: string | undefined,
  ): Promise<ReleaseStatus | undefined> {
    const [release] = (await this.dataSource.query(reportedRelease, [
      kind,
      remote,
      version,
    ])) as ReportedRelease[];
    if (!release || (release.status === 'canary' && !isInShare(visitor, version, release.share)))
      return undefined;
    const now = this.clock.now();
    await this.dataSource.query(addReport, [release.id, kind, count, now, now]);
    const saidMs = release.last_at?.getTime() ?? -Infinity;
    if (kind !== 'shown' && now.getTime() - saidMs > saidAgainMs) await this.tell(remote, version, kind);
    return release.status;
  }

  private tell(remote: string, version: string, kind: Exclude<ReportKind, 'shown'>): Promise<void> {
    return this.audit.record(this.dataSource, {
      action: `remote.failed.${kind}`,
      type: 'error',
      message: `La version ${remote} ${version} ${words[kind]} chez des visiteurs.`,
    });
  }
}

const laterMs = (canaryLimits.patienceSeconds + 1) * 1000;
