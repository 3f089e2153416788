import { languages } from '@bank/contracts/language';
import { notificationTypes } from '@bank/contracts/notifications';
import { defaultPreferences, type Preferences } from '@bank/contracts/settings';
import { z } from 'zod';
import { flag, jsonOf, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Statement } from '../../platform/database/database';
import { joinWritten, writtenColumns, writtenRow } from '../notifications/written';
import { isUnprovedReplacement } from '../users/unproved-email';
import type { ChannelName } from './channel';

/** The preference that enables a channel. */
const choices = {
  email: 'emailNotifications',
  sms: 'smsNotifications',
  push: 'pushNotifications',
} as const satisfies Record<ChannelName, keyof Preferences>;

/**
 * Security notifications are always mailed. What a person wrote goes by the ways they chose, and as marketing only to those who
 * still agree to it.
 */
const choice = (channel: ChannelName) =>
  `((${channel === 'email' ? `n.type = 'security' OR ` : ''}COALESCE(p.${channel}_notifications, ${Number(defaultPreferences[choices[channel]])}))
    AND (w.id IS NULL OR (FIND_IN_SET('${channel}', w.channels) AND (w.marketing = 0 OR COALESCE(p.marketing_emails, 0) = 1)))) AS ${channel}Wanted`;

/** Afterwards the deliveries of a server that died are due again. */
const leaseSeconds = 180;
/** Longer than an attempt by every channel takes: none begins later in a lease than leaves it this time. */
const attemptSeconds = 120;
/** How long after the call of `take` attempts may begin, ms. */
export const beginMs = (leaseSeconds - attemptSeconds) * 1_000;

const dueNow = `
  SELECT id FROM notifications WHERE deliver_at <= UTC_TIMESTAMP(3)
  ORDER BY deliver_at LIMIT ? FOR UPDATE SKIP LOCKED`;
const lease = `
  UPDATE notifications SET deliver_at = UTC_TIMESTAMP(3) + INTERVAL ${leaseSeconds} SECOND,
    delivery_tries = delivery_tries + 1 WHERE id IN (?)`;
const leased = `
  SELECT n.id, n.user_id AS userId, n.type, n.text_key AS \`key\`, n.text_values AS \`values\`, n.delivery_tries AS tries,
    n.created_at AS createdAt, n.delivered,
    IF(${isUnprovedReplacement('u')}, NULL, u.email) AS email,
    IF(u.phone_verified_at IS NULL, NULL, u.phone_key) AS phone, u.first_name AS firstName, u.language,
    ${choice('email')}, ${choice('sms')}, ${choice('push')},
    COALESCE(p.push_amounts, ${Number(defaultPreferences.pushAmounts)}) AS showsAmounts,
    EXISTS (SELECT 1 FROM mail_bounces b WHERE b.user_id = u.id AND b.email = u.email) AS bounced, ${writtenColumns}
  FROM notifications n
  LEFT JOIN users u ON u.id = n.user_id AND u.deleted_at IS NULL
  LEFT JOIN preferences p ON p.user_id = n.user_id
  ${joinWritten}
  WHERE n.id IN (?) ORDER BY n.id`;
const leasedRow = rowOf({
  id: whole,
  userId: whole,
  type: z.enum(notificationTypes),
  key: text,
  values: jsonOf(z.record(text, text)),
  /** This attempt included. */
  tries: whole,
  createdAt: moment,
  /** The channels that have accepted it. */
  delivered: text.transform((names) => names.split(',').filter(Boolean) as ChannelName[]),
  email: text.nullable(),
  phone: text.nullable(),
  /** NULL, as the user's other columns, for a deleted user. */
  firstName: text.nullable(),
  language: z.enum(languages).nullable(),
  emailWanted: flag,
  smsWanted: flag,
  pushWanted: flag,
  /** In push messages. */
  showsAmounts: flag,
  /** Mail to the user's address came back. */
  bounced: flag,
  ...writtenRow,
});
const dueRows = rowOf({ id: whole }).array();

/** A due notification with its recipient and the wanted channels. */
export type DueNotification = Omit<z.infer<typeof leasedRow>, `${ChannelName}Wanted`> & {
  wanted: Record<ChannelName, boolean>;
};

const countArrived = `
  INSERT INTO written_deliveries (written_id, channel, outcome, counted) VALUES (?, ?, ?, ?)
  ON DUPLICATE KEY UPDATE counted = counted + VALUES(counted)`;
/** Not after another server has leased them: the outcome of that one counts. */
const settle = `
  UPDATE notifications SET delivered = ?, deliver_at = UTC_TIMESTAMP(3) + INTERVAL ? SECOND,
    delivery_tries = delivery_tries - ? WHERE id IN (?) AND delivery_tries = ?`;

type Leased = Pick<DueNotification, 'id' | 'tries'>;

export interface Outcome {
  delivered: ChannelName[];
  /** When the other channels are retried; null for never. */
  againInSeconds: number | null;
  /** Nothing was attempted: the lease does not count as a try. */
  isUntried?: true;
  /** The attempt's outcome for the report of a bulk message. */
  report?: { writtenId: number; results: { channel: ChannelName; outcome: 'delivered' | 'unreachable' }[] };
}

/** The queue of undelivered notifications, by the clock of the database. Leases avoid locks while a mail server responds. */
export class DeliveryQueue {
  private readonly unsaved: { due: Leased; outcome: Outcome }[] = [];
  private saving: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  /** Leases up to `count` due notifications, security notifications and then the longest due first. */
  async take(count: number): Promise<DueNotification[]> {
    const ids = await this.database.transaction(
      async (tx, [rows]) => {
        const due = rows.map(({ id }) => id);
        if (due.length > 0) tx.defer([lease, [due]]);
        return due;
      },
      [dueNow, [count], dueRows],
    );
    if (ids.length === 0) return [];
    const rows = await this.database.rows(leasedRow, leased, [ids]);
    return rows.map(({ emailWanted, smsWanted, pushWanted, ...row }) => ({
      ...row,
      wanted: { email: emailWanted, sms: smsWanted, push: pushWanted },
    }));
  }

  /** Saves an outcome, in batches with those that arrive while others are being saved. */
  async settle(due: Leased, outcome: Outcome): Promise<void> {
    this.unsaved.push({ due, outcome });
    await this.saving?.catch(() => undefined);
    await (this.saving ??= this.save().finally(() => (this.saving = undefined)));
  }

  /** Saves equal outcomes by one statement. */
  private async save(): Promise<void> {
    const groups = new Map<string, { outcome: Outcome; tries: number; ids: number[] }>();
    for (const { due, outcome } of this.unsaved.splice(0)) {
      const { id, tries } = due;
      const key = JSON.stringify([tries, outcome]);
      const group = groups.get(key);
      if (group) group.ids.push(id);
      else groups.set(key, { outcome, tries, ids: [id] });
    }
    for (const { outcome, tries, ids } of groups.values()) {
      const { report, delivered, againInSeconds, isUntried = false } = outcome;
      const values = [delivered.join(','), againInSeconds, Number(isUntried), ids, tries];
      if (report) await this.saveReported([settle, values], report);
      else await this.database.write(settle, values);
    }
  }

  private saveReported(
    settled: Statement,
    { writtenId, results }: NonNullable<Outcome['report']>,
  ): Promise<void> {
    return this.database.transaction(async (tx) => {
      const { affectedRows: count } = await tx.write(...settled);
      for (const { channel, outcome } of results) {
        await tx.write(countArrived, [writtenId, channel, outcome, count]);
      }
    });
  }
}
