import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import {
  type AffectedRelease,
  type ErrorDetails,
  type ErrorGroup,
  type ErrorGroupList,
  errorKinds,
  type ErrorListQuery,
  stackFrame,
} from '@bank/contracts/remote-errors';
import { AuditService } from '../../platform/audit/audit.service';
import { isoMoment, jsonOf, rowOf, text, whole } from '../../platform/database/columns';
import { type Connection, Database, listOf } from '../../platform/database/database';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { keyOf, ReleaseAudience, type VisitorCounts } from '../releases/release-audience.service';

const columns = 'id, remote, kind, name, message, place, first_at, last_at, resolved_at, resolved_by';
const groupRow = rowOf({
  id: whole,
  remote: text,
  kind: z.enum(errorKinds),
  name: text,
  message: text,
  place: text.nullable(),
  first_at: isoMoment,
  last_at: isoMoment,
  resolved_at: isoMoment.nullable(),
  resolved_by: text.nullable(),
});
type GroupRow = z.infer<typeof groupRow>;

const affectedRow = rowOf({
  groupId: whole,
  releaseId: whole,
  version: text,
  count: whole,
  first_at: isoMoment,
  last_at: isoMoment,
});

const stackRow = rowOf({ version: text, count: whole, frames: jsonOf(z.array(stackFrame)) });
const selectStacks = `
  SELECT version, count, frames FROM error_stacks JOIN releases ON releases.id = release_id
  WHERE group_id = ? ORDER BY error_stacks.count DESC, error_stacks.id DESC LIMIT 5`;

const releaseRow = rowOf({ remote: text, version: text });
const selectReleases = `
  SELECT remote, version FROM releases WHERE id IN (SELECT DISTINCT release_id FROM error_stacks)
  ORDER BY remote, releases.id DESC LIMIT 200`;

const stateConditions = { open: 'resolved_at IS NULL', resolved: 'resolved_at IS NOT NULL', all: 'TRUE' };

/** The errors of remotes as staff reads them, and the mark of those that are resolved. */
@Injectable()
export class ErrorGroups {
  constructor(
    private readonly database: Database,
    private readonly audience: ReleaseAudience,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** One page of groups, the last seen first. */
  async list({ page, limit, remote, version, state }: ErrorListQuery): Promise<ErrorGroupList> {
    const inVersion = `id IN (SELECT group_id FROM error_stacks JOIN releases ON releases.id = release_id WHERE version = ?)`;
    const conditions = [
      stateConditions[state],
      ...(remote ? ['remote = ?'] : []),
      ...(version ? [inVersion] : []),
    ].join(' AND ');
    const values = [remote, version].filter((value) => value !== undefined);
    const rows = await this.database.rows(
      groupRow,
      `SELECT ${columns} FROM error_groups WHERE ${conditions} ORDER BY last_at DESC, id DESC LIMIT ? OFFSET ?`,
      [...values, limit, (page - 1) * limit],
    );
    const counted = await this.database.count(
      `SELECT COUNT(*) FROM (SELECT 1 FROM error_groups WHERE ${conditions} LIMIT ?) counted`,
      [...values, countedRows + 1],
    );
    return {
      groups: await this.withReleases(this.database, rows),
      releases: await this.database.rows(releaseRow, selectReleases),
      pagination: paginateCounted(page, limit, counted),
    };
  }

  /** One group with its most frequent stacks. @throws ApiException NOT_FOUND. */
  async one(id: number): Promise<ErrorDetails> {
    const group = await this.read(this.database, id);
    return { ...group, stacks: await this.database.rows(stackRow, selectStacks, [id]) };
  }

  /**
   * Marks a group as resolved or as open. A resolved one that a later release has again is open again by itself.
   * @throws ApiException NOT_FOUND.
   */
  mark(id: number, isResolved: boolean, context: RequestContext): Promise<ErrorGroup> {
    return this.database.transaction(async (tx) => {
      const before = await tx.found(groupRow, `SELECT ${columns} FROM error_groups WHERE id = ? FOR UPDATE`, [
        id,
      ]);
      if ((before.resolved_at !== null) !== isResolved) {
        const author = authorOf(context);
        await tx.write('UPDATE error_groups SET resolved_at = ?, resolved_by = ? WHERE id = ?', [
          ...(isResolved ? [this.clock.now(), author.email] : [null, null]),
          id,
        ]);
        await this.audit.record(tx, {
          action: isResolved ? 'remote_error.resolved' : 'remote_error.reopened',
          type: 'info',
          values: { id, remote: before.remote },
          ...author,
        });
      }
      return this.read(tx, id);
    });
  }

  private async read(connection: Connection, id: number): Promise<ErrorGroup> {
    const row = await connection.found(groupRow, `SELECT ${columns} FROM error_groups WHERE id = ?`, [id]);
    const [group] = await this.withReleases(connection, [row]);
    return group as ErrorGroup;
  }

  private async withReleases(connection: Connection, rows: GroupRow[]): Promise<ErrorGroup[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const affected = await connection.rows(
      affectedRow,
      `SELECT group_id AS groupId, release_id AS releaseId, MAX(version) AS version, SUM(count) AS count,
         MIN(first_at) AS first_at, MAX(last_at) AS last_at
       FROM error_stacks JOIN releases ON releases.id = release_id
       WHERE group_id IN (${listOf(ids)}) GROUP BY group_id, release_id ORDER BY release_id DESC`,
      ids,
    );
    const releaseIds = [...new Set(affected.map(({ releaseId }) => releaseId))];
    const counts = await this.audience.counts(connection, releaseIds, ids);
    return rows.map((row) => {
      const own = affected.filter(({ groupId }) => groupId === row.id);
      const releases = own.map((each) => affectedOf(each, counts));
      return { ...row, count: releases.reduce((sum, { count }) => sum + count, 0), releases };
    });
  }
}

function affectedOf(
  { groupId, releaseId, ...rest }: z.infer<typeof affectedRow>,
  counts: VisitorCounts,
): AffectedRelease {
  const visitors = counts.get(keyOf(releaseId, groupId)) ?? 0;
  const all = counts.get(keyOf(releaseId, null)) ?? 0;
  return { ...rest, visitors, share: all === 0 ? null : Math.min(1, visitors / all) };
}
