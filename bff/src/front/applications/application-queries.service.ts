import { Injectable } from '@nestjs/common';
import { countedRows, paginateCounted } from '@bank/contracts/pagination';
import type {
  ApplicationListQuery,
  PartnerApplication,
  PartnerApplications,
} from '@bank/contracts/partner-applications';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Clock } from '../../platform/time/clock.service';
import { applicationRow, places } from './applications.sql';
import type { PartnerServer } from './secret-keys.service';

/** Whose applications, and which. */
type PartnerOfMode = Pick<PartnerServer, 'partnerId' | 'mode'>;

interface Branch {
  sql: string;
  values: unknown[];
}

/** Applications as a partner's server reads them: only its own, and only of its key's mode. */
@Injectable()
export class ApplicationQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiException NOT_FOUND also for another partner's, one of the other mode, and one that ended without an account. */
  async one(server: PartnerOfMode, applicationId: string): Promise<PartnerApplication> {
    const branches = this.branches(server, 'id = ?', [applicationId]);
    const sql = branches.map((branch) => branch.sql).join(' UNION ALL ');
    const values = branches.flatMap((branch) => branch.values);
    const found = await this.database.row(applicationRow, sql, values);
    if (!found) throw new ApiException('NOT_FOUND');
    return found;
  }

  /** One page, newest first; counts at most `countedRows`. */
  async list(server: PartnerServer, query: ApplicationListQuery): Promise<PartnerApplications> {
    const { page, limit, reference } = query;
    const branches =
      reference === undefined ? this.branches(server) : this.branches(server, 'reference = ?', [reference]);
    const skipped = (page - 1) * limit;
    const heads = branches.map(({ sql }) => `(${sql} ORDER BY created_at DESC LIMIT ?)`).join(' UNION ALL ');
    const applications = await this.database.rows(
      applicationRow,
      `SELECT * FROM (${heads}) heads ORDER BY startedAt DESC, applicationId LIMIT ? OFFSET ?`,
      [...branches.flatMap(({ values }) => [...values, skipped + limit]), limit, skipped],
    );
    return { applications, pagination: paginateCounted(page, limit, await this.count(branches)) };
  }

  private count(branches: Branch[]): Promise<number> {
    const all = branches.map(({ sql }) => `(${sql} LIMIT ?)`).join(' UNION ALL ');
    return this.database.count(`SELECT COUNT(*) FROM (SELECT 1 FROM (${all}) found LIMIT ?) counted`, [
      ...branches.flatMap(({ values }) => [...values, countedRows + 1]),
      countedRows + 1,
    ]);
  }

  private branches({ partnerId, mode }: PartnerOfMode, condition = 'TRUE', values: unknown[] = []): Branch[] {
    return places[mode].map(({ columns, from, ends }) => ({
      sql: `SELECT ${columns} FROM ${from} AND ${condition}`,
      values: [partnerId, ...(ends ? [this.clock.now()] : []), ...values],
    }));
  }
}
