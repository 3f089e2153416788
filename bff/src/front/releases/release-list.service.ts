import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  type Release,
  type ReleaseList,
  releaseStatuses,
  reportKinds,
  type ReportKind,
} from '@bank/contracts/releases';
import { sites } from '@bank/contracts/remotes';
import { type ReleaseBuild, releasesBefore } from './releases.service';
import { flag, isoMoment, jsonOf, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, listOf } from '../../platform/database/database';

const remoteRow = rowOf({ remote: text });

const releasesPerRemote = 10;

const releaseRow = rowOf({
  id: whole,
  remote: text,
  version: text,
  status: z.enum(releaseStatuses),
  share: whole,
  build: jsonOf(z.custom<ReleaseBuild>()),
  published_by: text,
  created_at: isoMoment,
  changed_at: isoMoment,
  reason: text.nullable(),
  removed_at: moment.nullable(),
  is_before: flag,
});
const reportRow = rowOf({ release_id: whole, kind: z.enum(reportKinds), count: whole });

const columns =
  'id, remote, version, status, share, build, published_by, created_at, changed_at, reason, removed_at';

/** Live, canary, then the newest. */
const order = "FIELD(status, 'live', 'canary') = 0, FIELD(status, 'canary', 'live'), id DESC";

/** What is shown, what a rollback shows again, and the newest. */
const selectNewest = `
  SELECT * FROM (
    SELECT ${columns}, id IN (${releasesBefore}) AS is_before FROM releases WHERE remote = ?
    ORDER BY status IN ('live', 'canary') DESC, is_before DESC, id DESC LIMIT ${releasesPerRemote}) AS listed
  ORDER BY ${order}`;

@Injectable()
export class ReleaseListService {
  constructor(private readonly database: Database) {}

  /** The shells, then every remote by name, each with its releases. */
  async all(): Promise<ReleaseList> {
    const select = `SELECT DISTINCT remote FROM releases ORDER BY remote NOT IN (${listOf([...sites])}), remote`;
    const names = await this.database.rows(remoteRow, select, [...sites]);
    const remotes = names.map(async ({ remote }) => ({ name: remote, releases: await this.of(remote) }));
    return { remotes: await Promise.all(remotes) };
  }

  /** The newest releases of one remote, shown ones first, with the one that a rollback returns to; none of an unknown remote. */
  async of(remote: string): Promise<Release[]> {
    const rows = await this.database.rows(releaseRow, selectNewest, [remote]);
    if (rows.length === 0) return [];
    const reports = await this.reportsOf(rows.map(({ id }) => id));
    return rows.map((row) => toReleaseDto(row, reports.get(row.id) ?? noReports()));
  }

  private async reportsOf(ids: number[]): Promise<Map<number, Record<ReportKind, number>>> {
    const rows = await this.database.rows(
      reportRow,
      `SELECT release_id, kind, count FROM release_reports WHERE release_id IN (${listOf(ids)})`,
      ids,
    );
    const reports = new Map<number, Record<ReportKind, number>>();
    for (const { release_id, kind, count } of rows)
      reports.set(release_id, { ...(reports.get(release_id) ?? noReports()), [kind]: count });
    return reports;
  }
}

const noReports = () =>
  Object.fromEntries(reportKinds.map((kind) => [kind, 0])) as Record<ReportKind, number>;

/** The share of openings that failed; null without reports. A remote that throws while rendering was shown before. */
export function failureRateOf(reports: Record<ReportKind, number>): number | null {
  const { shown, load, integrity, surface, render } = reports;
  const unopened = load + integrity + surface;
  const openings = Math.max(shown, render) + unopened;
  return openings === 0 ? null : (unopened + render) / openings;
}

function toReleaseDto(row: z.infer<typeof releaseRow>, reports: Record<ReportKind, number>): Release {
  const { build, removed_at, ...release } = row;
  return {
    ...release,
    reports,
    is_kept: removed_at === null,
    first_load_bytes: build.firstLoadBytes,
    failure_rate: failureRateOf(reports),
  };
}
