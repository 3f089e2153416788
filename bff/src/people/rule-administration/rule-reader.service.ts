import { Injectable } from '@nestjs/common';
import type { RuleDetail, RuleList } from '@bank/contracts/rules';
import { rowOf, whole } from '../../platform/database/columns';
import { type Connection, Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';
import { toVersionDto, versionColumns, versionRow, versionsFrom } from './rule-versions.sql';

/** How far back hits are counted for the list. */
export const hitDays = 30;
/** A bank has tens of rules; more than these are not listed. */
const listed = 200;
/** The newest versions of a rule that are shown. */
const shownVersions = 50;

const newest = `
  SELECT ${versionColumns} ${versionsFrom}
  WHERE v.version = (SELECT MAX(w.version) FROM rule_versions w WHERE w.rule_id = v.rule_id) ORDER BY v.rule_id LIMIT ?`;
const published = `SELECT rule_id AS id, version AS count FROM rule_versions WHERE state = 'published'`;
const hits = 'SELECT rule_id AS id, COUNT(*) AS count FROM rule_hits WHERE at >= ? GROUP BY rule_id';
const versions = `
  SELECT ${versionColumns} ${versionsFrom} WHERE v.rule_id = ? ORDER BY v.version DESC LIMIT ?`;
const countRow = rowOf({ id: whole, count: whole });

/** Reads rules with their versions and hits. */
@Injectable()
export class RuleReader {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** All rules, the oldest first. */
  async list(): Promise<RuleList> {
    const now = this.clock.now();
    const rows = await this.database.rows(versionRow, newest, [now, listed]);
    const inForce = byId(await this.database.rows(countRow, published));
    const hit = byId(await this.database.rows(countRow, hits, [this.since()]));
    return {
      rules: rows.map((row) => ({
        id: row.ruleId,
        hits: hit.get(row.ruleId) ?? 0,
        newest: toVersionDto(row),
        published: inForce.get(row.ruleId) ?? null,
      })),
    };
  }

  /** One rule with its versions, the newest first. @throws ApiException NOT_FOUND. */
  async one(id: number, connection: Connection = this.database): Promise<RuleDetail> {
    const rows = await connection.rows(versionRow, versions, [this.clock.now(), id, shownVersions]);
    if (rows.length === 0) throw new ApiException('NOT_FOUND');
    const sql = 'SELECT COUNT(*) FROM rule_hits WHERE rule_id = ? AND at >= ?';
    return { id, hits: await connection.count(sql, [id, this.since()]), versions: rows.map(toVersionDto) };
  }

  private since(): Date {
    return new Date(this.clock.now().getTime() - hitDays * dayMs);
  }
}

const byId = (rows: { id: number; count: number }[]) => new Map(rows.map(({ id, count }) => [id, count]));
