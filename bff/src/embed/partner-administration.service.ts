import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import {
  partnerLimits,
  type Partner,
  type PartnerStatusRequest,
  type SavePartnerRequest,
} from '@bank/contracts/partners';
import { AuditService } from '../audit/audit.service';
import type { Author } from '../common/actor';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { rowsOf } from '../common/statements';
import { inTransaction } from '../common/transaction';
import { AdminPartnersService } from './admin-partners.service';

/** Of the part that makes a key unlike any other; people copy it, so it is short. */
const keyBytes = 18;

/** How many characters of a key the log shows: enough to know it again. */
const shownOfKey = 14;

/** What administrators do to partners; each action writes its line of the log in the same transaction. */
@Injectable()
export class PartnerAdministrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly idempotency: Idempotency,
    private readonly partners: AdminPartnersService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Adds an active partner with a first key. @throws Failure IDEMPOTENCY_KEY_REUSED. */
  create(request: SavePartnerRequest, keyed: KeyedCall, author: Author): Promise<Partner> {
    return this.idempotency.once(keyed, async (runner) => {
      const { insertId } = (await runner.query(
        'INSERT INTO partners (name, theme, created_at) VALUES (?, ?, ?)',
        [request.name, JSON.stringify(request.theme), this.clock.now()],
      )) as { insertId: number };
      await this.setOrigins(runner, insertId, request.origins);
      await this.insertKey(runner, insertId);
      const origins = listed(request.origins);
      await this.log(runner, author, 'partner.created', `Partenaire « ${request.name} » créé. ${origins}`);
      return this.partners.read(runner, insertId);
    });
  }

  /** Replaces what is written of a partner. @throws Failure NOT_FOUND. */
  update(id: number, request: SavePartnerRequest, author: Author): Promise<Partner> {
    return inTransaction(this.dataSource, async (runner) => {
      await this.lock(runner, id);
      await runner.query('UPDATE partners SET name = ?, theme = ? WHERE id = ?', [
        request.name,
        JSON.stringify(request.theme),
        id,
      ]);
      await runner.query('DELETE FROM partner_origins WHERE partner_id = ?', [id]);
      await this.setOrigins(runner, id, request.origins);
      const origins = listed(request.origins);
      await this.log(runner, author, 'partner.changed', `Partenaire « ${request.name} » modifié. ${origins}`);
      return this.partners.read(runner, id);
    });
  }

  /** Lets the widgets of a partner be shown, or no more. @throws Failure NOT_FOUND. */
  setStatus(id: number, { status }: PartnerStatusRequest, author: Author): Promise<Partner> {
    return inTransaction(this.dataSource, async (runner) => {
      const name = await this.lock(runner, id);
      await runner.query('UPDATE partners SET status = ? WHERE id = ?', [status, id]);
      const now = status === 'active' ? 'activé' : 'désactivé';
      await this.log(runner, author, 'partner.activated', `Partenaire « ${name} » ${now}.`);
      return this.partners.read(runner, id);
    });
  }

  /** Adds a key beside those that work, so that one can be rotated. @throws Failure NOT_FOUND, PARTNER_KEY_LIMIT. */
  addKey(id: number, keyed: KeyedCall, author: Author): Promise<Partner> {
    return this.idempotency.once(keyed, async (runner) => {
      const name = await this.lock(runner, id);
      const [{ count }] = (await runner.query(
        'SELECT COUNT(*) AS count FROM partner_keys WHERE partner_id = ? AND revoked_at IS NULL',
        [id],
      )) as [{ count: string }];
      if (Number(count) >= partnerLimits.keys) throw new Failure('PARTNER_KEY_LIMIT');
      const key = await this.insertKey(runner, id);
      const message = `Clé ${shortened(key)} du partenaire « ${name} » créée.`;
      await this.log(runner, author, 'partner.key_created', message);
      return this.partners.read(runner, id);
    });
  }

  /** Ends a key; ending it again changes nothing. @throws Failure NOT_FOUND. */
  revokeKey(id: number, keyId: number, author: Author): Promise<Partner> {
    return inTransaction(this.dataSource, async (runner) => {
      const name = await this.lock(runner, id);
      const [row] = (await runner.query(
        'SELECT publishable_key AS `key`, revoked_at AS revokedAt FROM partner_keys WHERE id = ? AND partner_id = ?',
        [keyId, id],
      )) as { key: string; revokedAt: Date | null }[];
      if (!row) throw new Failure('NOT_FOUND');
      if (row.revokedAt === null) {
        await runner.query('UPDATE partner_keys SET revoked_at = ? WHERE id = ?', [this.clock.now(), keyId]);
        const message = `Clé ${shortened(row.key)} du partenaire « ${name} » révoquée.`;
        await this.log(runner, author, 'partner.key_revoked', message);
      }
      return this.partners.read(runner, id);
    });
  }

  /** Changes of one partner take turns. Answers its name. */
  private async lock(runner: QueryRunner, id: number): Promise<string> {
    const [row] = (await runner.query('SELECT name FROM partners WHERE id = ? FOR UPDATE', [id])) as {
      name: string;
    }[];
    if (!row) throw new Failure('NOT_FOUND');
    return row.name;
  }

  private async setOrigins(runner: QueryRunner, id: number, origins: string[]): Promise<void> {
    if (origins.length === 0) return;
    const rows = origins.map((origin) => [id, origin]);
    await runner.query(
      `INSERT INTO partner_origins (partner_id, origin) VALUES ${rowsOf(rows)}`,
      rows.flat(),
    );
  }

  private async insertKey(runner: QueryRunner, id: number): Promise<string> {
    const key = `pk_live_${randomBytes(keyBytes).toString('base64url')}`;
    await runner.query(
      'INSERT INTO partner_keys (partner_id, publishable_key, created_at) VALUES (?, ?, ?)',
      [id, key, this.clock.now()],
    );
    return key;
  }

  private log(runner: QueryRunner, author: Author, action: string, message: string): Promise<void> {
    return this.audit.record(runner, { ...{ action, type: 'warning', message }, ...author });
  }
}

const listed = (origins: string[]) =>
  origins.length > 0 ? `Origines : ${origins.join(', ')}.` : 'Sans origine.';

const shortened = (key: string) => `${key.slice(0, shownOfKey)}…`;
