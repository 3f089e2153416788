import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { z } from 'zod';
import { allows } from '@bank/contracts/permissions';
import { type Site, sites } from '@bank/contracts/remotes';
import {
  type DeployToken,
  type DeployTokenRequest,
  type NewDeployToken,
  tokenDays,
} from '@bank/contracts/releases';
import { NotificationsService } from '../../people/notifications/notifications.service';
import { AuditService } from '../../platform/audit/audit.service';
import { Clock } from '../../platform/time/clock.service';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { idRow, jsonOf, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { digest } from '../../platform/security/secrets';
import { StaffRolesService } from '../../people/users/staff-roles.service';
import { dayMs, hourMs } from '../../platform/time/durations';

/** A team with its remotes and the sites that it ships to; null for all. */
export interface Team {
  team: string;
  /** The id of the token that it called with; null for the operator's. */
  token: number | null;
  remotes: string[] | null;
  hosts: Site[] | null;
}

export type EndedToken = { team: string; ended: 'expired' | 'revoked' };

const tokenRow = rowOf({
  id: whole,
  team: text,
  remotes: jsonOf(z.array(text)),
  hosts: jsonOf(z.array(z.enum(sites))),
  created_at: moment,
  expires_at: moment,
  revoked_at: moment.nullable(),
  created_by: whole.nullable(),
});
type TokenRow = z.infer<typeof tokenRow>;

const selectTokens = `
  SELECT id, team, remotes, hosts, created_at, expires_at, revoked_at, created_by FROM deploy_tokens`;
const insertToken = `
  INSERT INTO deploy_tokens (team, remotes, hosts, token_hash, created_at, expires_at, created_by) VALUES (?)`;
const selectMakers =
  'SELECT DISTINCT created_by AS id FROM deploy_tokens WHERE revoked_at IS NULL AND created_by IS NOT NULL';
const ofMaker = 'WHERE created_by = ? AND revoked_at IS NULL';

const prefix = 'bpd_';
const operator = 'operator';

/** The tokens by which teams ship. Only their hashes are stored. */
@Injectable()
export class DeployTokensService implements OnApplicationBootstrap {
  private readonly logger = new Logger('DeployTokens');
  /** The period of the operator's token in the file. */
  private writtenPeriod = -1;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly staffRoles: StaffRolesService,
    private readonly clock: Clock,
  ) {}

  /** Writes the operator's token beside the server's keys: reading those already allows shipping every remote. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.keepsKeys) return;
    await this.writeOperatorToken(this.period());
    setInterval(() => void this.renewOperatorToken(), hourMs).unref();
  }

  /** Renews the operator's token when its time is over; a disk that does not take it is asked again an hour later. */
  async renewOperatorToken(): Promise<void> {
    if (this.period() === this.writtenPeriod) return;
    await this.writeOperatorToken(this.period()).catch((error: unknown) =>
      this.logger.warn(`the operator's token was not renewed: ${(error as Error).message}`),
    );
  }

  /** The team of a token; undefined for an unknown one. */
  async teamOf(token: string): Promise<Team | EndedToken | undefined> {
    if (!token.startsWith(prefix)) return undefined;
    const hash = digest(token);
    const isOperatorToken = (period: number) =>
      this.config.signingKeys.some(({ key }) => hash.equals(digest(operatorToken(key, period))));
    if (isOperatorToken(this.period())) return { team: operator, token: null, remotes: null, hosts: null };
    if (isOperatorToken(this.period() - 1)) return { team: operator, ended: 'expired' };
    const row = await this.database.row(tokenRow, `${selectTokens} WHERE token_hash = ?`, [hash]);
    return row && this.teamOfRow(row);
  }

  /** Whether a team may still call with a token. */
  async isValid(id: number): Promise<boolean> {
    const row = await this.database.row(tokenRow, `${selectTokens} WHERE id = ?`, [id]);
    return row !== undefined && !('ended' in (await this.teamOfRow(row)));
  }

  /** The newest tokens first, without their secrets. */
  async list(): Promise<{ tokens: DeployToken[] }> {
    for (const { id } of await this.database.rows(idRow, selectMakers)) {
      await this.endTokensOf(id);
    }
    const rows = await this.database.rows(tokenRow, `${selectTokens} ORDER BY id DESC LIMIT 200`);
    return { tokens: rows.map(toDeployTokenDto) };
  }

  /** Creates a token, which is returned this once, and notifies its maker. @throws ApiException IDEMPOTENCY_KEY_REUSED, SECRET_SHOWN_ONCE. */
  create(request: DeployTokenRequest, context: RequestContext): Promise<NewDeployToken> {
    const { team, remotes, days } = request;
    const hosts = sites.filter((site) => request.hosts.includes(site));
    return this.idempotency.once(context.idempotency, async (tx) => {
      const token = prefix + randomBytes(24).toString('base64url');
      const created_at = this.clock.now();
      const expires_at = new Date(created_at.getTime() + days * dayMs);
      const lists = [JSON.stringify(remotes), JSON.stringify(hosts)];
      const { userId: created_by } = context.actor;
      const values = [team, ...lists, digest(token), created_at, expires_at, created_by];
      const { insertId: id } = await tx.write(insertToken, [values]);
      const told = { team, remotes: remotes.join(', ') };
      await this.audit.record(tx, {
        action: 'deploy_token.created',
        type: 'warning',
        values: told,
        ...authorOf(context),
      });
      this.notifications.notify(tx, created_by, { type: 'security', key: 'deploy_token_made', values: told });
      const row = { id, team, remotes, hosts, created_at, expires_at, revoked_at: null, created_by };
      return { ...toDeployTokenDto(row), token };
    });
  }

  /** Revokes a token. @throws ApiException NOT_FOUND. */
  revoke(id: number, context: RequestContext): Promise<DeployToken> {
    return this.database.transaction(async (tx) => {
      const row = await tx.found(tokenRow, `${selectTokens} WHERE id = ? FOR UPDATE`, [id]);
      if (row.revoked_at) return toDeployTokenDto(row);
      const revoked_at = this.clock.now();
      await tx.write('UPDATE deploy_tokens SET revoked_at = ? WHERE id = ?', [revoked_at, id]);
      await this.audit.record(tx, {
        action: 'deploy_token.revoked',
        type: 'warning',
        values: { team: row.team },
        ...authorOf(context),
      });
      return toDeployTokenDto({ ...row, revoked_at });
    });
  }

  private async teamOfRow({ id, team, hosts, remotes, ...row }: TokenRow): Promise<Team | EndedToken> {
    const isLeft = row.created_by !== null && (await this.endTokensOf(row.created_by));
    if (row.revoked_at || isLeft) return { team, ended: 'revoked' };
    if (row.expires_at <= this.clock.now()) return { team, ended: 'expired' };
    return { team, token: id, hosts, remotes };
  }

  /**
   * Revokes the tokens of a person who may no longer publish, and returns whether that is so: who knows a token would
   * otherwise still publish after changing to a role that changes balances.
   */
  private async endTokensOf(userId: number): Promise<boolean> {
    const holder = await this.staffRoles.holder(this.database, userId);
    if (holder && allows(holder, 'releases:manage', 'change')) return false;
    await this.database.transaction(async (tx) => {
      const left = await tx.rows(tokenRow, `${selectTokens} ${ofMaker} FOR UPDATE`, [userId]);
      await tx.write(`UPDATE deploy_tokens SET revoked_at = ? ${ofMaker}`, [this.clock.now(), userId]);
      const by = { action: 'deploy_token.revoked', type: 'warning', userId: null, requestId: null } as const;
      this.audit.recordAll(tx, ...left.map(({ team }) => ({ ...by, values: { team } })));
    });
    return true;
  }

  private period(): number {
    return Math.floor(this.clock.now().getTime() / (tokenDays * dayMs));
  }

  private async writeOperatorToken(period: number): Promise<void> {
    const { dataDir } = this.config;
    await mkdir(dataDir, { recursive: true });
    await writeFile(
      path.join(dataDir, 'deploy-token'),
      `${operatorToken(this.config.signingKey, period)}\n`,
      { mode: 0o600 },
    );
    this.writtenPeriod = period;
  }
}

const toDeployTokenDto = ({ created_by: _, ...row }: TokenRow): DeployToken => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

/** Changes with each period, so that it expires like the tokens of teams. */
const operatorToken = (key: Buffer, period: number): string =>
  prefix + createHmac('sha256', key).update(`deploy token of the operator ${period}`).digest('base64url');
