import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { paginate } from '@bank/contracts/pagination';
import type {
  Partner,
  PartnerKey,
  PartnerList,
  PartnerListQuery,
  PartnerSummary,
} from '@bank/contracts/partners';
import type { WidgetTheme } from '@bank/contracts/widget-theme';
import { Failure } from '../common/failure';
import { wholeNumber } from '../common/money-column';
import { containing } from '../common/search';
import { Config } from '../config';
import { LoaderService } from './loader.service';
import { PartnerDaysService } from './partner-days.service';

interface PartnerRow {
  id: number;
  name: string;
  status: Partner['status'];
  theme: string;
  created_at: Date;
}

type ListedRow = Omit<PartnerRow, 'theme'> & { opens: string; signups: string };

interface KeyRow {
  id: number;
  key: string;
  created_at: Date;
  revoked_at: Date | null;
}

const selectKeys = `
  SELECT id, publishable_key AS \`key\`, created_at, revoked_at FROM partner_keys
  WHERE partner_id = ? ORDER BY id DESC`;

/** The partners as administrators see them. */
@Injectable()
export class AdminPartnersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: PartnerDaysService,
    private readonly loader: LoaderService,
    private readonly config: Config,
  ) {}

  /** One page of the partners by name; `search` looks in name and origins. */
  async list(query: PartnerListQuery): Promise<PartnerList> {
    const { page, limit } = query;
    const { where, values } = conditionsOf(query);
    const [counted] = (await this.dataSource.query(
      `SELECT COUNT(*) AS total FROM partners p WHERE ${where}`,
      values,
    )) as [{ total: string }];
    const rows = (await this.dataSource.query(
      `SELECT p.id, p.name, p.status, p.created_at, COALESCE(SUM(d.opens), 0) AS opens,
         COALESCE(SUM(d.signups), 0) AS signups
       FROM partners p LEFT JOIN partner_days d ON d.partner_id = p.id AND d.day >= ?
       WHERE ${where} GROUP BY p.id, p.name, p.status, p.created_at ORDER BY p.name, p.id LIMIT ? OFFSET ?`,
      [this.days.firstDay, ...values, limit, (page - 1) * limit],
    )) as ListedRow[];
    const origins = await this.originsOf(
      this.dataSource,
      rows.map(({ id }) => id),
    );
    return {
      partners: rows.map((row) => summaryOf(row, origins.get(row.id))),
      pagination: paginate(page, limit, wholeNumber(counted.total)),
    };
  }

  /** @throws Failure NOT_FOUND. */
  async read(runner: QueryRunner | DataSource, id: number): Promise<Partner> {
    const [row] = (await runner.query(
      'SELECT id, name, status, theme, created_at FROM partners WHERE id = ?',
      [id],
    )) as PartnerRow[];
    if (!row) throw new Failure('NOT_FOUND');
    const origins = await this.originsOf(runner, [id]);
    const keys = (await runner.query(selectKeys, [id])) as KeyRow[];
    return {
      ...row,
      origins: origins.get(id) ?? [],
      theme: JSON.parse(row.theme) as Partial<WidgetTheme>,
      keys: keys.map(wireKey),
      created_at: row.created_at.toISOString(),
      embed_origin: this.config.embedOrigin,
      loader: await this.loader.newest(),
    };
  }

  /** @throws Failure NOT_FOUND. */
  details(id: number): Promise<Partner> {
    return this.read(this.dataSource, id);
  }

  private async originsOf(runner: QueryRunner | DataSource, ids: number[]): Promise<Map<number, string[]>> {
    const origins = new Map<number, string[]>();
    if (ids.length === 0) return origins;
    const rows = (await runner.query(
      'SELECT partner_id AS id, origin FROM partner_origins WHERE partner_id IN (?) ORDER BY origin',
      [ids],
    )) as { id: number; origin: string }[];
    for (const { id, origin } of rows) origins.set(id, [...(origins.get(id) ?? []), origin]);
    return origins;
  }
}

const summaryOf = (row: ListedRow, origins: string[] = []): PartnerSummary => ({
  ...row,
  origins,
  opens: wholeNumber(row.opens),
  signups: wholeNumber(row.signups),
  created_at: row.created_at.toISOString(),
});

const wireKey = ({ id, key, created_at, revoked_at }: KeyRow): PartnerKey => ({
  ...{ id, key },
  created_at: created_at.toISOString(),
  revoked_at: revoked_at?.toISOString() ?? null,
});

function conditionsOf({ search, status }: PartnerListQuery): { where: string; values: unknown[] } {
  const conditions: [string, ...unknown[]][] = [['TRUE']];
  if (status !== 'all') conditions.push(['p.status = ?', status]);
  if (search !== undefined) {
    const pattern = containing(search);
    conditions.push([
      `(p.name LIKE ? OR EXISTS
        (SELECT 1 FROM partner_origins o WHERE o.partner_id = p.id AND CONVERT(o.origin USING utf8mb4) LIKE ?))`,
      ...[pattern, pattern.toLowerCase()],
    ]);
  }
  return {
    where: conditions.map(([sql]) => sql).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  };
}
