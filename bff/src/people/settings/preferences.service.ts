import { Injectable } from '@nestjs/common';
import {
  defaultPreferences,
  type Preferences,
  type PreferencesAnswer,
  type SavePreferencesRequest,
} from '@bank/contracts/settings';
import { AuditService } from '../../platform/audit/audit.service';
import { flag, rowOf } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { Actor } from '../../platform/http/actor';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { TextMessages } from '../../ports/text-messages/text-messages';
import { NotificationsService } from '../notifications/notifications.service';

const storedPreferences = rowOf({
  emailNotifications: flag,
  smsNotifications: flag,
  pushNotifications: flag,
  transactionAlerts: flag,
  securityAlerts: flag,
  marketingEmails: flag,
  foundByEmail: flag,
  foundByPhone: flag,
  pushAmounts: flag,
});
const names = storedPreferences.keyof().options;

const channels = ['emailNotifications', 'smsNotifications', 'pushNotifications'] as const;
const alerts = ['transactionAlerts', 'securityAlerts'] as const;

/** `emailNotifications` is the column `email_notifications`. */
const columns = names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const readPreferences = `
  SELECT ${columns.map((column, index) => `${column} AS ${names[index]}`).join(', ')} FROM preferences WHERE user_id = ?`;
const savePreferences = `
  INSERT INTO preferences (user_id, ${columns.join(', ')}) VALUES (?)
  ON DUPLICATE KEY UPDATE ${columns.map((column) => `${column} = VALUES(${column})`).join(', ')}`;

const readVerified = 'SELECT phone_verified_at IS NOT NULL AS verified FROM users WHERE id = ?';
const verifiedRow = rowOf({ verified: flag });

/** A user's preferences; `NotificationsService` respects switched-off alerts. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly textMessages: TextMessages,
  ) {}

  /** The preferences of a user, and the channels that the bank offers. */
  async read(actor: Actor): Promise<PreferencesAnswer> {
    return this.answer(actor, await this.stored(actor));
  }

  private async answer({ userId }: Actor, stored: Preferences): Promise<PreferencesAnswer> {
    if (!this.textMessages.isConfigured) return { ...stored, textMessages: 'not_configured' };
    const { verified } = await this.database.one(verifiedRow, readVerified, [userId]);
    return { ...stored, textMessages: verified ? 'available' : 'unverified' };
  }

  /** The stored preferences, or the defaults. */
  private async stored({ userId }: Actor): Promise<Preferences> {
    const stored = await this.database.row(storedPreferences, readPreferences, [userId]);
    return stored ? { ...stored, securityAlerts: true } : defaultPreferences;
  }

  /**
   * Replaces all preferences and returns them; security alerts stay on. Changes that could hide an alert need an
   * approval (see `AlertsApproval`) and notify the user.
   * @throws ApiException APPROVAL_REQUIRED.
   */
  async save(context: RequestContext, request: SavePreferencesRequest): Promise<PreferencesAnswer> {
    const { userId } = context.actor;
    const before = await this.stored(context.actor);
    const { foundByEmail = before.foundByEmail, foundByPhone = before.foundByPhone } = request;
    const { pushAmounts = before.pushAmounts } = request;
    const chosen = { ...request, foundByEmail, foundByPhone, pushAmounts, securityAlerts: true };
    const isSensitive = changesAlerts(before, request);
    const { idempotency } = context;
    // Another call may have changed them since the rule compared.
    if (isSensitive && !idempotency.settlement) throw new ApiException('APPROVAL_REQUIRED');
    const saved = await this.idempotency.once(idempotency, async (tx) => {
      await tx.write(savePreferences, [[userId, ...names.map((name) => Number(chosen[name]))]]);
      if (!isSensitive) return chosen;
      await this.audit.record(tx, { action: 'preferences.alerts', type: 'warning', ...authorOf(context) });
      this.notifications.notify(tx, userId, { type: 'security', key: 'alerts_changed', values: {} });
      return chosen;
    });
    return this.answer(context.actor, saved);
  }
}

type Alerts = Pick<Preferences, (typeof alerts)[number] | (typeof channels)[number]>;

export const changesAlerts = (before: Alerts, chosen: Alerts) =>
  alerts.some((name) => chosen[name] !== before[name]) ||
  channels.some((name) => before[name] && !chosen[name]);
