import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type Release,
  type ReleaseList,
  type ReleaseStatus,
  reportKinds,
  type ReportKind,
} from '@bank/contracts/releases';
import { listOf } from '../common/statements';
import type { ReleaseBuild } from './releases.service';

const shownOfRemote = 10;

interface ReleaseRow {
  id: number;
  remote: string;
  version: string;
  status: ReleaseStatus;
  share: number;
  build: string;
  published_by: string;
  created_at: Date;
  changed_at: Date;
  reason: string | null;
  removed_at: Date | null;
}

const columns =
  'id, remote, version, status, share, build, published_by, created_at, changed_at, reason, removed_at';

/** Those that are shown first, then the newest. */
const order = "FIELD(status, 'live', 'canary') = 0, FIELD(status, 'canary', 'live'), id DESC";

/** Releases as people and teams read them, with what hosts reported. */
@Injectable()
export class ReleaseListService {
  constructor(private readonly dataSource: DataSource) {}

  /** Every remote by name, each with what is shown first. */
  async all(): Promise<ReleaseList> {
    const names = (await this.dataSource.query('SELECT DISTINCT remote FROM releases ORDER BY remote')) as {
      remote: string;
    }[];
    const remotes = names.map(async ({ remote }) => ({ name: remote, releases: await this.of(remote) }));
    return { remotes: await Promise.all(remotes) };
  }

  /** The newest releases of one remote, what is shown first; none when nobody knows it. */
  async of(remote: string): Promise<Release[]> {
    const rows = (await this.dataSource.query(
      `SELECT ${columns} FROM releases WHERE remote = ? ORDER BY ${order} LIMIT ${shownOfRemote}`,
      [remote],
    )) as ReleaseRow[];
    if (rows.length === 0) return [];
    const counted = await this.reportsOf(rows.map(({ id }) => id));
    return rows.map((row) => releaseOf(row, counted.get(row.id) ?? none()));
  }

  private async reportsOf(ids: number[]): Promise<Map<number, Record<ReportKind, number>>> {
    const rows = (await this.dataSource.query(
      `SELECT release_id, kind, count FROM release_reports WHERE release_id IN (${listOf(ids)})`,
      ids,
    )) as { release_id: number; kind: ReportKind; count: number }[];
    const counted = new Map<number, Record<ReportKind, number>>();
    for (const { release_id, kind, count } of rows)
      counted.set(release_id, { ...(counted.get(release_id) ?? none()), [kind]: count });
    return counted;
  }
}

const none = () => Object.fromEntries(reportKinds.map((kind) => [kind, 0])) as Record<ReportKind, number>;

/** The part of all openings that failed; null when nobody reported any. A render that throws was shown before. */
export function failureRateOf({ shown, load, integrity, render }: Record<ReportKind, number>): number | null {
  const openings = Math.max(shown, render) + load + integrity;
  return openings === 0 ? null : (load + integrity + render) / openings;
}

function releaseOf(row: ReleaseRow, reports: Record<ReportKind, number>): Release {
  const { id, remote, version, status, share, published_by, reason } = row;
  return {
    ...{ id, remote, version, status, share, published_by, reason, reports },
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    is_kept: row.removed_at === null,
    first_load_bytes: (JSON.parse(row.build) as ReleaseBuild).firstLoadBytes,
    failure_rate: failureRateOf(reports),
  };
}
