import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DeployToken, DeployTokenRequest, NewDeployToken } from '@bank/contracts/releases';
import { AuditService } from '../audit/audit.service';
import type { Author } from '../common/actor';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { inTransaction } from '../common/transaction';
import { Config } from '../config';

/** A team that ships, and which remotes are its own; null for all of them. */
export interface Team {
  team: string;
  remotes: string[] | null;
}

interface TokenRow {
  id: number;
  team: string;
  remotes: string;
  created_at: Date;
  revoked_at: Date | null;
}

const prefix = 'bpd_';
const columns = 'id, team, remotes, created_at, revoked_at';
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The tokens by which teams ship. Only their hashes are kept. */
@Injectable()
export class DeployTokensService implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Whoever may read the keys of a server may ship all of its remotes: their token lies beside those keys. */
  async onApplicationBootstrap(): Promise<void> {
    const { dataDir, keepsKeys } = this.config;
    if (!keepsKeys) return;
    await mkdir(dataDir, { recursive: true });
    await writeFile(path.join(dataDir, 'deploy-token'), `${this.operatorToken()}\n`, { mode: 0o600 });
  }

  /** Whose token it is; undefined for one that is unknown or was revoked. */
  async teamOf(token: string): Promise<Team | undefined> {
    if (!token.startsWith(prefix)) return undefined;
    if (hashOf(token).equals(hashOf(this.operatorToken()))) return { team: 'operator', remotes: null };
    const rows = (await this.dataSource.query(
      'SELECT team, remotes FROM deploy_tokens WHERE token_hash = ? AND revoked_at IS NULL',
      [hashOf(token)],
    )) as Pick<TokenRow, 'team' | 'remotes'>[];
    return rows[0] && { team: rows[0].team, remotes: JSON.parse(rows[0].remotes) as string[] };
  }

  /** Every token without itself, newest first. */
  async list(): Promise<{ tokens: DeployToken[] }> {
    const rows = (await this.dataSource.query(
      `SELECT ${columns} FROM deploy_tokens ORDER BY id DESC LIMIT 200`,
    )) as TokenRow[];
    return { tokens: rows.map(shown) };
  }

  /** Makes a token, which is told this once. @throws Failure IDEMPOTENCY_KEY_REUSED, SECRET_SHOWN_ONCE. */
  create({ team, remotes }: DeployTokenRequest, keyed: KeyedCall, author: Author): Promise<NewDeployToken> {
    return this.idempotency.once(keyed, async (runner) => {
      const token = prefix + randomBytes(24).toString('base64url');
      const now = this.clock.now();
      const { insertId } = (await runner.query(
        'INSERT INTO deploy_tokens (team, remotes, token_hash, created_at) VALUES (?, ?, ?, ?)',
        [team, JSON.stringify(remotes), hashOf(token), now],
      )) as { insertId: number };
      const message = `Jeton de livraison créé pour l’équipe ${team} : ${remotes.join(', ')}.`;
      await this.audit.record(runner, {
        action: 'deploy_token.created',
        type: 'warning',
        message,
        ...author,
      });
      const row = { id: insertId, team, remotes: JSON.stringify(remotes), created_at: now, revoked_at: null };
      return { ...shown(row), token };
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

  private operatorToken(): string {
    const drawn = createHmac('sha256', this.config.signingKey).update('deploy token of the operator');
    return prefix + drawn.digest('base64url');
  }
}

const shown = ({ id, team, remotes, created_at, revoked_at }: TokenRow): DeployToken => ({
  ...{ id, team, remotes: JSON.parse(remotes) as string[] },
  created_at: created_at.toISOString(),
  revoked_at: revoked_at?.toISOString() ?? null,
});
