import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { paginate } from '@bank/contracts/pagination';
import {
  partnerSummary,
  type Partner,
  type PartnerList,
  type PartnerListQuery,
} from '@bank/contracts/partners';
import type { WidgetTheme } from '@bank/contracts/widget-theme';
import { isoMoment, jsonOf, rowOf, text, whole } from '../../platform/database/columns';
import { containing } from '../../platform/database/search';
import { Config } from '../../platform/config/config';
import { LoaderService } from './loader.service';
import { PartnerDaysService } from './partner-days.service';
import { type Connection, Database } from '../../platform/database/database';

const { name, status } = partnerSummary.shape;
const commonColumns = { id: whole, name, status, created_at: isoMoment };
const partnerRow = rowOf({ ...commonColumns, theme: jsonOf(z.custom<Partial<WidgetTheme>>()) });
const listedRow = rowOf({ ...commonColumns, opens: whole, signups: whole });
const originRow = rowOf({ id: whole, origin: text });
const keyRow = rowOf({ id: whole, key: text, created_at: isoMoment, revoked_at: isoMoment.nullable() });

const selectPartner = 'SELECT id, name, status, theme, created_at FROM partners WHERE id = ?';
const selectKeys = `
  SELECT id, publishable_key AS \`key\`, created_at, revoked_at FROM partner_keys
  WHERE partner_id = ? ORDER BY id DESC`;

@Injectable()
export class PartnerQueriesService {
  constructor(
    private readonly database: Database,
    private readonly days: PartnerDaysService,
    private readonly loader: LoaderService,
    private readonly config: Config,
  ) {}

  /** One page of partners by name; `search` matches name and origins. */
  async list(query: PartnerListQuery): Promise<PartnerList> {
    const { page, limit } = query;
    const { where, values } = conditionsOf(query);
    const total = await this.database.count(`SELECT COUNT(*) FROM partners p WHERE ${where}`, values);
    const rows = await this.database.rows(
      listedRow,
      `SELECT p.id, p.name, p.status, p.created_at, COALESCE(SUM(d.opens), 0) AS opens,
         COALESCE(SUM(d.signups), 0) AS signups
       FROM partners p LEFT JOIN partner_days d ON d.partner_id = p.id AND d.day >= ?
       WHERE ${where} GROUP BY p.id, p.name, p.status, p.created_at ORDER BY p.name, p.id LIMIT ? OFFSET ?`,
      [this.days.firstDay, ...values, limit, (page - 1) * limit],
    );
    const ids = rows.map(({ id }) => id);
    const origins = await this.originsOf(this.database, ids);
    return {
      partners: rows.map((row) => ({ ...row, origins: origins.get(row.id) ?? [] })),
      pagination: paginate(page, limit, total),
    };
  }

  /** @throws ApiException NOT_FOUND. */
  async read(tx: Connection, id: number): Promise<Partner> {
    const row = await tx.found(partnerRow, selectPartner, [id]);
    const origins = await this.originsOf(tx, [id]);
    return {
      ...row,
      origins: origins.get(id) ?? [],
      keys: await tx.rows(keyRow, selectKeys, [id]),
      embed_origin: this.config.embedOrigin,
      loader: await this.loader.newest('loader'),
      tools: await this.loader.newest('tools'),
    };
  }

  /** @throws ApiException NOT_FOUND. */
  details(id: number): Promise<Partner> {
    return this.read(this.database, id);
  }

  private async originsOf(tx: Connection, ids: number[]): Promise<Map<number, string[]>> {
    const origins = new Map<number, string[]>();
    if (ids.length === 0) return origins;
    const rows = await tx.rows(
      originRow,
      'SELECT partner_id AS id, origin FROM partner_origins WHERE partner_id IN (?) ORDER BY origin',
      [ids],
    );
    for (const { id, origin } of rows) origins.set(id, [...(origins.get(id) ?? []), origin]);
    return origins;
  }
}

function conditionsOf({ search, status }: PartnerListQuery): { where: string; values: unknown[] } {
  const conditions: [string, ...unknown[]][] = [['TRUE']];
  if (status !== 'all') conditions.push(['p.status = ?', status]);
  if (search !== undefined) {
    const pattern = containing(search);
    conditions.push([
      `(p.name LIKE ? OR EXISTS
        (SELECT 1 FROM partner_origins o WHERE o.partner_id = p.id AND CONVERT(o.origin USING utf8mb4) LIKE ?))`,
      pattern,
      pattern.toLowerCase(),
    ]);
  }
  return {
    where: conditions.map(([sql]) => sql).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  };
}
