import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  canaryLimits,
  type ReleaseStatus,
  type RemoteReport,
  type ReportKind,
} from '@bank/contracts/releases';
import { AuditService } from '../audit/audit.service';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { addressKey } from '../common/address';
import { FixedWindowStorage } from '../common/throttle';
import { Config } from '../config';
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
  visitors: string;
  networks: string;
  failed_visitors: string;
  failed_networks: string;
}

const addReport = `
  INSERT INTO release_reports (release_id, kind, count, first_at, last_at) VALUES (?, ?, 1, ?, ?)
  ON DUPLICATE KEY UPDATE count = count + 1, last_at = VALUES(last_at)`;

const canaryStates = `
  SELECT releases.id, remote, version,
    COUNT(DISTINCT visitor) AS visitors,
    COUNT(DISTINCT network) AS networks,
    COUNT(DISTINCT IF(kind <> 'shown', visitor, NULL)) AS failed_visitors,
    COUNT(DISTINCT IF(kind <> 'shown', network, NULL)) AS failed_networks
  FROM releases JOIN release_visitors ON release_id = releases.id
  WHERE status = 'canary' GROUP BY releases.id, remote, version`;

const reportedRelease = `
  SELECT id, status, share, last_at FROM releases
  LEFT JOIN release_reports ON release_id = id AND kind = ?
  WHERE remote = ? AND version = ?`;

const countVisitors = `
  SELECT (SELECT COUNT(*) FROM release_visitors WHERE release_id = ?) AS all_of_them,
    (SELECT COUNT(*) FROM release_visitors WHERE release_id = ? AND network = ?) AS of_network`;

const addVisitor = `
  INSERT IGNORE INTO release_visitors (release_id, visitor, kind, network) VALUES (?, ?, ?, ?)`;

/** A broken remote is reported by everybody who meets it: one line of the log in so many milliseconds says enough. */
const saidAgainMs = 60_000;

/** How many calls of one network are taken in a minute: a page sends one in 30 seconds, and one for a failure. */
const callsPerMinute = 120;

/** How many visitors of a canary are kept, and of one network: enough to judge by, and no more to be filled up. */
const keptVisitors = 20_000;
const keptOfNetwork = 60;

const words: Record<Exclude<ReportKind, 'shown'>, string> = {
  load: 'ne se charge pas',
  integrity: 'est refusée, car ses fichiers ne sont pas ceux de la banque',
  render: 'échoue en s’affichant',
};

/** Counts what hosts report of remotes, and takes back a canary that fails with too many visitors. */
@Injectable()
export class ReportsService {
  private readonly calls: FixedWindowStorage;

  constructor(
    private readonly dataSource: DataSource,
    private readonly releases: ReleasesService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    this.calls = new FixedWindowStorage(clock);
  }

  /**
   * Counts a batch, each kind of report once. What is said of an unknown release counts for nothing, nor of a canary what
   * comes from outside its share, where nobody can have it, or from a visitor who said it before.
   * @throws Failure TOO_MANY_REQUESTS for a network that reports more than pages do.
   */
  async take(reports: RemoteReport[], visitor: string | undefined, address: string): Promise<void> {
    const network = addressKey(address);
    const { isBlocked, timeToExpire } = await this.calls.increment(network, 60_000, callsPerMinute);
    if (isBlocked) throw new Failure('TOO_MANY_REQUESTS', { retryAfterSeconds: timeToExpire });
    let isCanaryFailing = false;
    for (const report of reports) {
      const status = await this.count(report, visitor, network);
      if (status === 'canary' && report.kind !== 'shown') isCanaryFailing = true;
    }
    if (isCanaryFailing) await this.judge();
  }

  /**
   * Takes back every canary that failed with too many of its visitors (`canaryLimits`).
   * @returns how many were taken back.
   */
  async judge(): Promise<number> {
    const states = (await this.dataSource.query(canaryStates)) as CanaryState[];
    let taken = 0;
    for (const state of states) {
      const failed = Math.min(Number(state.failed_visitors), Number(state.failed_networks));
      const rate = failed / Math.min(Number(state.visitors), Number(state.networks));
      if (failed < canaryLimits.failedVisitors || rate <= canaryLimits.failureRate) continue;
      const reason = `${Math.round(rate * 100)} % d’échecs chez les visiteurs qui l’essayaient.`;
      await this.releases.rollBack(state.remote, reason, null, state.id);
      taken += 1;
    }
    return taken;
  }

  private async count(
    { remote, version, kind }: RemoteReport,
    visitor: string | undefined,
    network: string,
  ): Promise<ReleaseStatus | undefined> {
    const [release] = (await this.dataSource.query(reportedRelease, [
      kind,
      remote,
      version,
    ])) as ReportedRelease[];
    if (!release || release.status === 'uploaded') return undefined;
    if (release.status === 'canary') {
      if (!visitor || !isInShare(visitor, version, release.share)) return undefined;
      if (!(await this.isFirstOf(release.id, kind, visitor, network))) return undefined;
    }
    const now = this.clock.now();
    await this.dataSource.query(addReport, [release.id, kind, now, now]);
    const saidMs = release.last_at?.getTime() ?? -Infinity;
    if (kind !== 'shown' && now.getTime() - saidMs > saidAgainMs) await this.tell(remote, version, kind);
    return release.status;
  }

  /** Notes that a visitor said so of a canary; false when they did before, or their network has had its say. */
  private async isFirstOf(id: number, kind: ReportKind, visitor: string, network: string): Promise<boolean> {
    const from = this.digest(network);
    const [kept] = (await this.dataSource.query(countVisitors, [id, id, from])) as {
      all_of_them: string;
      of_network: string;
    }[];
    if (Number(kept?.all_of_them) >= keptVisitors || Number(kept?.of_network) >= keptOfNetwork) return false;
    const { affectedRows } = (await this.dataSource.query(addVisitor, [
      ...[id, this.digest(visitor), kind, from],
    ])) as { affectedRows: number };
    return affectedRows === 1;
  }

  /** Tells one from another, and nobody who. */
  private digest(text: string): Buffer {
    return createHmac('sha256', this.config.signingKey).update(`report ${text}`).digest().subarray(0, 16);
  }

  private tell(remote: string, version: string, kind: Exclude<ReportKind, 'shown'>): Promise<void> {
    return this.audit.record(this.dataSource, {
      action: `remote.failed.${kind}`,
      type: 'error',
      message: `La version ${remote} ${version} ${words[kind]} chez des visiteurs.`,
    });
  }
}
