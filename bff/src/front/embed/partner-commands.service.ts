import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type ChangePartnerRequest,
  partnerLimits,
  partnerParts,
  type Partner,
  type PartnerStatusRequest,
  type SavePartnerRequest,
} from '@bank/contracts/partners';
import type { LogFacts } from '@bank/contracts/log-texts';
import type { PartnerMode } from '@bank/contracts/partner-applications';
import { AuditService } from '../../platform/audit/audit.service';
import { LastChanges } from '../../platform/audit/last-changes.service';
import { Clock } from '../../platform/time/clock.service';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { moment, rowOf, text } from '../../platform/database/columns';
import { PartnerQueriesService } from './partner-queries.service';
import { Database, type Transaction } from '../../platform/database/database';

const nameRow = rowOf({ name: text });

/** Random bytes of a key: short, because people copy it. */
const keyBytes = 18;

/** Characters of a key shown in the log: enough to recognise it. */
const shownOfKey = 14;

const countKeys = `
  SELECT COUNT(*) FROM partner_keys
  WHERE partner_id = ? AND revoked_at IS NULL AND (publishable_key LIKE 'pk\\_test\\_%') = ?`;
const selectKey =
  'SELECT publishable_key AS `key`, revoked_at FROM partner_keys WHERE id = ? AND partner_id = ?';
const keyRow = rowOf({ key: text, revoked_at: moment.nullable() });

/** What administrators change of partners; each change is logged in its transaction. */
@Injectable()
export class PartnerCommandsService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly partners: PartnerQueriesService,
    private readonly audit: AuditService,
    private readonly changes: LastChanges,
    private readonly clock: Clock,
  ) {}

  /** Adds an active partner with a first key. @throws ApiException IDEMPOTENCY_KEY_REUSED. */
  create(request: SavePartnerRequest, context: RequestContext): Promise<Partner> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const insert = 'INSERT INTO partners (name, theme, created_at) VALUES (?, ?, ?)';
      const partner = [request.name, JSON.stringify(request.theme), this.clock.now()];
      const { insertId: id } = await tx.write(insert, partner);
      await this.setOrigins(tx, id, request.origins);
      await this.insertKey(tx, id, 'live');
      await this.log(tx, context, 'partner.created', factsOf('partner.created', request));
      return this.partners.read(tx, id);
    });
  }

  /**
   * Replaces a partner's name, theme and origins, or one part of them.
   * @throws ApiException NOT_FOUND, PARTNER_CHANGED when a colleague has saved something else since it was read.
   */
  update(id: number, request: ChangePartnerRequest, context: RequestContext): Promise<Partner> {
    return this.database.transaction(async (tx) => {
      await this.lock(tx, id);
      const stored = await this.partners.read(tx, id);
      const changed = unseenPart(stored, request);
      if (changed !== undefined) {
        const line = { subject: `partner:${id}`, actions: ['partner.changed'], part: changed };
        const by = await this.changes.authorOf(tx, line, context.actor.userId);
        throw new ApiException('PARTNER_CHANGED', { by });
      }
      const { name, origins } = request.part === 'theme' ? stored : request;
      const { theme } = request.part === 'identity' ? stored : request;
      await tx.write('UPDATE partners SET name = ?, theme = ? WHERE id = ?', [
        name,
        JSON.stringify(theme),
        id,
      ]);
      await tx.write('DELETE FROM partner_origins WHERE partner_id = ?', [id]);
      await this.setOrigins(tx, id, origins);
      const { text, values } = factsOf('partner.changed', { name, origins });
      const part = request.part ?? partnerParts.join(',');
      await this.log(tx, context, 'partner.changed', { text, values: { ...values, id, part } });
      return this.partners.read(tx, id);
    });
  }

  /** Shows or hides the widgets of a partner; a no-op when it is so already. @throws ApiException NOT_FOUND. */
  setStatus(id: number, { status }: PartnerStatusRequest, context: RequestContext): Promise<Partner> {
    return this.database.transaction(async (tx) => {
      const name = await this.lock(tx, id);
      const change = 'UPDATE partners SET status = ? WHERE id = ? AND status <> ?';
      const { affectedRows } = await tx.write(change, [status, id, status]);
      if (affectedRows === 0) return this.partners.read(tx, id);
      const sentence = status === 'active' ? 'partner.activated' : 'partner.deactivated';
      await this.log(tx, context, 'partner.activated', { text: sentence, values: { name } });
      return this.partners.read(tx, id);
    });
  }

  /** Adds a key beside the active ones, for rotation. @throws ApiException NOT_FOUND, PARTNER_KEY_LIMIT. */
  addKey(id: number, mode: PartnerMode, context: RequestContext): Promise<Partner> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const name = await this.lock(tx, id);
      if ((await tx.count(countKeys, [id, mode === 'test'])) >= partnerLimits.keys)
        throw new ApiException('PARTNER_KEY_LIMIT');
      const key = await this.insertKey(tx, id, mode);
      await this.log(tx, context, 'partner.key_created', {
        text: 'partner.key_created',
        values: { key: shortened(key), name },
      });
      return this.partners.read(tx, id);
    });
  }

  /** Revokes a key; a second time changes nothing. @throws ApiException NOT_FOUND. */
  revokeKey(id: number, keyId: number, context: RequestContext): Promise<Partner> {
    return this.database.transaction(async (tx) => {
      const name = await this.lock(tx, id);
      const row = await tx.found(keyRow, selectKey, [keyId, id]);
      if (row.revoked_at === null) {
        await tx.write('UPDATE partner_keys SET revoked_at = ? WHERE id = ?', [this.clock.now(), keyId]);
        await this.log(tx, context, 'partner.key_revoked', {
          text: 'partner.key_revoked',
          values: { key: shortened(row.key), name },
        });
      }
      return this.partners.read(tx, id);
    });
  }

  /** Locks a partner, so that its changes are serialised, and returns its name. */
  private async lock(tx: Transaction, id: number): Promise<string> {
    const { name } = await tx.found(nameRow, 'SELECT name FROM partners WHERE id = ? FOR UPDATE', [id]);
    return name;
  }

  private async setOrigins(tx: Transaction, id: number, origins: string[]): Promise<void> {
    if (origins.length === 0) return;
    const rows = origins.map((origin) => [id, origin]);
    await tx.write(`INSERT INTO partner_origins (partner_id, origin) VALUES ?`, [rows]);
  }

  private async insertKey(tx: Transaction, id: number, mode: PartnerMode): Promise<string> {
    const key = `pk_${mode}_${randomBytes(keyBytes).toString('base64url')}`;
    const insert = 'INSERT INTO partner_keys (partner_id, publishable_key, created_at) VALUES (?, ?, ?)';
    await tx.write(insert, [id, key, this.clock.now()]);
    return key;
  }

  private log(tx: Transaction, context: RequestContext, action: string, facts: LogFacts): Promise<void> {
    return this.audit.record(tx, { action, type: 'warning', ...facts, ...authorOf(context) });
  }
}

/** The part that is neither as its author had read it nor as they want it, if there is one. */
function unseenPart(stored: Partner, { seen, part, ...wanted }: ChangePartnerRequest) {
  if (!seen) return undefined;
  return (part ? [part] : partnerParts).find((each) => {
    const now = partOf(stored, each);
    return now !== partOf(seen, each) && now !== partOf(wanted, each);
  });
}

/** A part of a partner as a text to compare, whatever the order of its origins and tokens. */
const partOf = (
  { name, origins, theme }: Pick<Partner, 'name' | 'origins'> & { theme: object },
  part: (typeof partnerParts)[number],
): string => JSON.stringify(part === 'identity' ? [name, [...origins].sort()] : Object.entries(theme).sort());

const factsOf = (
  action: 'partner.created' | 'partner.changed',
  { name, origins }: Pick<SavePartnerRequest, 'name' | 'origins'>,
): LogFacts =>
  origins.length > 0
    ? { text: action, values: { name, origins: origins.join(', ') } }
    : { text: `${action}_without_origin`, values: { name } };

const shortened = (key: string) => `${key.slice(0, shownOfKey)}…`;
