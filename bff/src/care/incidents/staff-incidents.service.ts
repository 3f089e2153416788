import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  incidentEntryKinds,
  type IncidentList,
  type IncidentListQuery,
  incidentStates,
  type IncidentSummary,
  type StaffIncident,
} from '@bank/contracts/incidents';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import { flag, isoMoment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import type { RequestContext } from '../../platform/http/request-context';
import { AffectedCustomers } from '../../platform/incidents/affected-customers.service';
import { componentSet, incidentRow } from '../../platform/incidents/incidents.sql';
import { Clock } from '../../platform/time/clock.service';

const columns = `
  i.id, i.kind, i.subject, i.severity, i.state, i.components, i.is_public, i.title_fr, i.title_en, i.opened_at, i.closed_at,
  i.version, i.owner_id AS ownerId, CONCAT_WS(' ', o.first_name, o.last_name) AS ownerName
  FROM incidents i LEFT JOIN users o ON o.id = i.owner_id`;
const staffRow = incidentRow.extend({
  state: z.enum(incidentStates),
  components: componentSet,
  is_public: flag,
  title_fr: text.nullable(),
  title_en: text.nullable(),
  version: whole,
  ownerId: whole.nullable(),
  ownerName: text,
});
type StaffRow = z.output<typeof staffRow>;

const selectEntries = `
  SELECT e.id, e.kind, IF(e.author_id IS NULL, NULL, CONCAT_WS(' ', u.first_name, u.last_name)) AS author,
    e.created_at AS at, e.value, e.text, e.text_fr AS fr, e.text_en AS en
  FROM incident_entries e LEFT JOIN users u ON u.id = e.author_id WHERE e.incident_id = ? ORDER BY e.id LIMIT ?`;
const entryRow = rowOf({
  id: whole,
  kind: z.enum(incidentEntryKinds),
  author: text.nullable(),
  at: isoMoment,
  value: text,
  text,
  fr: text.nullable(),
  en: text.nullable(),
});

const mostEntries = 500;

/** Staff's reads of incidents. */
@Injectable()
export class StaffIncidentsService {
  constructor(
    private readonly database: Database,
    private readonly affected: AffectedCustomers,
    private readonly clock: Clock,
  ) {}

  /** One page of the incidents, newest first, as of one moment. */
  list({ actor }: RequestContext, query: IncidentListQuery): Promise<IncidentList> {
    const { page, limit } = query;
    const conditions = conditionsOf(query, actor.userId);
    const where = conditions.map(([sql]) => sql).join(' AND ') || 'TRUE';
    const values = conditions.flatMap(([, ...each]) => each);
    const sql = `SELECT ${columns} WHERE ${where} ORDER BY i.id DESC LIMIT ? OFFSET ?`;
    return this.database.snapshot(async (tx) => {
      const rows = await tx.rows(staffRow, sql, [...values, limit, (page - 1) * limit]);
      const found = await countUpTo(tx, where, values);
      const open = await countUpTo(tx, 'i.closed_at IS NULL', []);
      return {
        incidents: rows.map(toSummary),
        pagination: paginateCounted(page, limit, found),
        open: Math.min(open, countedRows),
      };
    });
  }

  /**
   * One incident as of one moment.
   * @param tx that may have changed it
   * @throws ApiException NOT_FOUND.
   */
  one(id: number, tx?: Transaction): Promise<StaffIncident> {
    return tx ? this.read(tx, id) : this.database.snapshot((snapshot) => this.read(snapshot, id));
  }

  private async read(connection: Transaction, id: number): Promise<StaffIncident> {
    const row = await connection.found(staffRow, `SELECT ${columns} WHERE i.id = ?`, [id]);
    const entries = await connection.rows(entryRow, selectEntries, [id, mostEntries]);
    const until = row.closed_at ? new Date(row.closed_at) : this.clock.now();
    return {
      ...toSummary(row),
      version: row.version,
      affected: await this.affected.during(connection, row.components, new Date(row.opened_at), until),
      entries: entries.map(({ fr, en, ...entry }) => ({
        ...entry,
        public: fr === null || en === null ? null : { fr, en },
      })),
    };
  }
}

/** At most one more than is listed. */
const countUpTo = (tx: Transaction, where: string, values: unknown[]): Promise<number> =>
  tx.count(`SELECT COUNT(*) FROM (SELECT 1 FROM incidents i WHERE ${where} LIMIT ?) counted`, [
    ...values,
    countedRows + 1,
  ]);

function conditionsOf(
  { state, severity, mine }: IncidentListQuery,
  userId: number,
): [string, ...unknown[]][] {
  const conditions: [string, ...unknown[]][] = [];
  if (state !== 'all') conditions.push([`i.closed_at IS ${state === 'closed' ? 'NOT NULL' : 'NULL'}`]);
  if (severity !== 'all') conditions.push(['i.severity = ?', severity]);
  if (mine === 'mine') conditions.push(['i.owner_id = ?', userId]);
  if (mine === 'free') conditions.push(['i.owner_id IS NULL']);
  return conditions;
}

const toSummary = (row: StaffRow): IncidentSummary => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  severity: row.severity,
  state: row.state,
  components: row.components,
  title: row.title_fr === null || row.title_en === null ? null : { fr: row.title_fr, en: row.title_en },
  is_public: row.is_public,
  owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName },
  opened_at: row.opened_at,
  closed_at: row.closed_at,
});
