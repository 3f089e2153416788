import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { defaultPreferences, type Preferences, type SavePreferencesRequest } from '@bank/contracts/settings';
import { AuditService } from '../audit/audit.service';
import { ProofService } from '../auth/proof.service';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { inTransaction } from '../common/transaction';
import { NotificationsService } from '../notifications/notifications.service';

const names = Object.keys(defaultPreferences) as (keyof Preferences)[];

/** What a person is told outside the screens; who switches one off is told less. */
const ways = ['emailNotifications', 'smsNotifications', 'pushNotifications'] as const;
const alerts = ['transactionAlerts', 'securityAlerts'] as const;

/** `emailNotifications` is the column `email_notifications`. */
const columns = names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const readPreferences = `
  SELECT ${columns.map((column, at) => `${column} AS ${names[at]}`).join(', ')} FROM preferences WHERE user_id = ?`;
const savePreferences = `
  INSERT INTO preferences (user_id, ${columns.join(', ')}) VALUES (?)
  ON DUPLICATE KEY UPDATE ${columns.map((column) => `${column} = VALUES(${column})`).join(', ')}`;

/** What a person wants to be told; `NotificationsService` keeps to the alerts that they switched off. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly proofs: ProofService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
  ) {}

  /** The choices of a person, or the defaults before they have made any. */
  async read({ userId }: Actor): Promise<Preferences> {
    const [row] = (await this.dataSource.query(readPreferences, [userId])) as Record<string, unknown>[];
    if (!row) return defaultPreferences;
    const stored = Object.fromEntries(names.map((name) => [name, Number(row[name]) === 1])) as Preferences;
    return { ...stored, securityAlerts: true };
  }

  /**
   * Replaces them all and answers what is stored: security alerts stay on. What would keep the person from being told needs
   * a proof, and is told.
   * @throws Failure PROOF_REQUIRED and what `ProofService.demand` throws.
   */
  async save(actor: Actor, request: SavePreferencesRequest, call: Call): Promise<Preferences> {
    const { currentPassword, code, ...chosen } = request;
    const isSensitive = changesAlerts(await this.read(actor), chosen);
    if (isSensitive) await this.proofs.demand(actor, { currentPassword, code }, call);
    const stored = { ...chosen, securityAlerts: true };
    await inTransaction(this.dataSource, async (runner) => {
      const { userId, email } = actor;
      await runner.query(savePreferences, [[userId, ...names.map((name) => Number(stored[name]))]]);
      if (!isSensitive) return;
      await this.audit.record(runner, {
        ...{ action: 'preferences.alerts', type: 'warning', message: 'Alertes modifiées.' },
        ...{ userId, email, requestId: call.requestId },
      });
      this.notifications.notify(runner, userId, { type: 'security', key: 'alerts_changed', values: {} });
    });
    return stored;
  }
}

const changesAlerts = (before: Preferences, chosen: Preferences) =>
  alerts.some((name) => chosen[name] !== before[name]) || ways.some((name) => before[name] && !chosen[name]);
