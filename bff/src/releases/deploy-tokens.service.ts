import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Site, sites } from '@bank/contracts/remotes';
import {
  type DeployToken,
  type DeployTokenRequest,
  type NewDeployToken,
  tokenDays,
} from '@bank/contracts/releases';
import { AuditService } from '../audit/audit.service';
import type { Author } from '../common/actor';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { inTransaction } from '../common/transaction';
import { Config } from '../config';

/** A team that ships, which remotes are its own, and to which sites; null for all of them. */
export interface Team {
  team: string;
  remotes: string[] | null;
  hosts: Site[] | null;
}

/** A token that is known and no longer good. */
export type EndedToken = { team: string; ended: 'expired' | 'revoked' };

interface TokenRow {
  id: number;
  team: string;
  remotes: string;
  hosts: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

const prefix = 'bpd_';
const columns = 'id, team, remotes, hosts, created_at, expires_at, revoked_at';
const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
const operator = 'operator';
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The tokens by which teams ship. Only their hashes are kept. */
@Injectable()
export class DeployTokensService implements OnApplicationBootstrap {
  /** The period whose operator's token lies in its file. */
  private written = -1;

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Whoever may read the keys of a server may ship all of its remotes: their token lies beside those keys. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.keepsKeys) return;
    await this.writeOperatorToken(this.period());
    setInterval(() => void this.renewOperatorToken(), hourMs).unref();
  }

  /** Whose token it is; undefined for one that is unknown. */
  async teamOf(token: string): Promise<Team | EndedToken | undefined> {
    if (!token.startsWith(prefix)) return undefined;
    const hash = hashOf(token);
    const isOperators = (period: number) => hash.equals(hashOf(this.operatorToken(period)));
    if (isOperators(this.period())) return { team: operator, remotes: null, hosts: null };
    if (isOperators(this.period() - 1)) return { team: operator, ended: 'expired' };
    const [row] = (await this.dataSource.query(`SELECT ${columns} FROM deploy_tokens WHERE token_hash = ?`, [
      hash,
    ])) as TokenRow[];
    if (!row) return undefined;
    const { team, hosts, remotes } = shown(row);
    if (row.revoked_at) return { team, ended: 'revoked' };
    if (row.expires_at <= this.clock.now()) return { team, ended: 'expired' };
    return { team, hosts, remotes };
  }

  /** Every token without itself, newest first. */
  async list(): Promise<{ tokens: DeployToken[] }> {
    const rows = (await this.dataSource.query(
      `SELECT ${columns} FROM deploy_tokens ORDER BY id DESC LIMIT 200`,
    )) as TokenRow[];
    return { tokens: rows.map(shown) };
  }

  /** Makes a token, which is told this once. @throws Failure IDEMPOTENCY_KEY_REUSED, SECRET_SHOWN_ONCE. */
  create(request: DeployTokenRequest, keyed: KeyedCall, author: Author): Promise<NewDeployToken> {
    const { team, remotes, days } = request;
    return this.idempotency.once(keyed, async (runner) => {
      const token = prefix + randomBytes(24).toString('base64url');
      const created_at = this.clock.now();
      const expires_at = new Date(created_at.getTime() + days * dayMs);
      const listed = { remotes: JSON.stringify(remotes), hosts: JSON.stringify(ordered(request.hosts)) };
      const { insertId } = (await runner.query(
        `INSERT INTO deploy_tokens (team, remotes, hosts, token_hash, created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
        [team, listed.remotes, listed.hosts, hashOf(token), created_at, expires_at],
      )) as { insertId: number };
      const message = `Jeton de livraison créé pour l’équipe ${team} : ${remotes.join(', ')}.`;
      await this.audit.record(runner, {
        action: 'deploy_token.created',
        type: 'warning',
        message,
        ...author,
      });
      return {
        ...shown({ id: insertId, team, ...listed, created_at, expires_at, revoked_at: null }),
        token,
      };
    });
  }

  /** Ends a token at once. @throws Failure NOT_FOUND. */
  revoke(id: number, author: Author): Promise<DeployToken> {
    return inTransaction(this.dataSource, async (runner) => {
      const [row] = (await runner.query(`SELECT ${columns} FROM deploy_tokens WHERE id = ? FOR UPDATE`, [
        id,
      ])) as TokenRow[];
      if (!row) throw new Failure('NOT_FOUND');
      if (row.revoked_at) return shown(row);
      const revoked_at = this.clock.now();
      await runner.query('UPDATE deploy_tokens SET revoked_at = ? WHERE id = ?', [revoked_at, id]);
      const message = `Jeton de livraison de l’équipe ${row.team} révoqué.`;
      await this.audit.record(runner, {
        action: 'deploy_token.revoked',
        type: 'warning',
        message,
        ...author,
      });
      return shown({ ...row, revoked_at });
    });
  }

  /** The operator's token is another one in each period, so that none is good for longer than any other. */
  private operatorToken(period: number): string {
    const purpose = `deploy token of the operator ${period}`;
    return prefix + createHmac('sha256', this.config.signingKey).update(purpose).digest('base64url');
  }

  private period(): number {
    return Math.floor(this.clock.now().getTime() / (tokenDays * dayMs));
  }

  private async renewOperatorToken(): Promise<void> {
    if (this.period() !== this.written) await this.writeOperatorToken(this.period());
  }

  private async writeOperatorToken(period: number): Promise<void> {
    const { dataDir } = this.config;
    await mkdir(dataDir, { recursive: true });
    await writeFile(path.join(dataDir, 'deploy-token'), `${this.operatorToken(period)}\n`, { mode: 0o600 });
    this.written = period;
  }
}

const ordered = (hosts: Site[]): Site[] => sites.filter((site) => hosts.includes(site));

const shown = ({ id, team, remotes, hosts, created_at, expires_at, revoked_at }: TokenRow): DeployToken => ({
  ...{ id, team, remotes: JSON.parse(remotes) as string[], hosts: JSON.parse(hosts) as Site[] },
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  revoked_at: revoked_at?.toISOString() ?? null,
});
