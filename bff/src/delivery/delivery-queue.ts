import type { DataSource } from 'typeorm';
import { defaultPreferences, type Preferences } from '@bank/contracts/settings';
import type { Language } from '@bank/contracts/language';
import { sendLast } from '../common/statements';
import { inTransaction } from '../common/transaction';
import type { ChannelName } from './channel';

/** A notification that is due, whom it is for and where they want it. */
export interface DueNotification {
  id: string;
  userId: number;
  key: string;
  values: string;
  /** This try included. */
  tries: number;
  /** The channels that took it before, separated by commas. */
  delivered: string;
  /** NULL, as everything of the person, when they left the bank. */
  email: string | null;
  phone: string | null;
  firstName: string;
  language: Language;
  wanted: Record<ChannelName, boolean>;
}

/** The choice that lets a channel send. */
const choices = {
  email: 'emailNotifications',
  sms: 'smsNotifications',
  push: 'pushNotifications',
} as const satisfies Record<ChannelName, keyof Preferences>;

/** What is about security is mailed whatever was chosen. */
const choice = (channel: ChannelName) =>
  `${channel === 'email' ? `n.type = 'security' OR ` : ''}COALESCE(p.${channel}_notifications, ${Number(defaultPreferences[choices[channel]])}) AS ${channel}Wanted`;

/** Longer than a try can take. A server that dies meanwhile leaves the rest to the others after that. */
const leaseSeconds = 120;

const dueNow = `
  SELECT id FROM notifications WHERE deliver_at <= UTC_TIMESTAMP(3)
  ORDER BY deliver_at LIMIT ? FOR UPDATE SKIP LOCKED`;
const lease = `
  UPDATE notifications SET deliver_at = UTC_TIMESTAMP(3) + INTERVAL ${leaseSeconds} SECOND,
    delivery_tries = delivery_tries + 1 WHERE id IN (?)`;
const leased = `
  SELECT n.id, n.user_id AS userId, n.text_key AS \`key\`, n.text_values AS \`values\`, n.delivery_tries AS tries,
    n.delivered, u.email, u.phone, u.first_name AS firstName, u.language,
    ${choice('email')}, ${choice('sms')}, ${choice('push')}
  FROM notifications n
  LEFT JOIN users u ON u.id = n.user_id AND u.deleted_at IS NULL
  LEFT JOIN preferences p ON p.user_id = n.user_id
  WHERE n.id IN (?) ORDER BY n.id`;
const settle = `
  UPDATE notifications SET delivered = ?, deliver_at = UTC_TIMESTAMP(3) + INTERVAL ? SECOND WHERE id IN (?)`;

/** The channels that took a notification, and when the others are tried again; null: not any more. */
export interface Outcome {
  delivered: ChannelName[];
  againInSeconds: number | null;
}

type Row = Omit<DueNotification, 'wanted'> & Record<`${ChannelName}Wanted`, number | string>;

/**
 * The notifications that wait to be sent, which are rows of their own table, by the clock of the database. A server
 * takes some for a while, so that no lock is held while a mail server thinks.
 */
export class DeliveryQueue {
  private readonly unnoted: { id: string; outcome: Outcome }[] = [];
  private noting: Promise<void> | undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** Takes up to `count` that are due and that no other server has, the longest due first. */
  async take(count: number): Promise<DueNotification[]> {
    const ids = await inTransaction(
      this.dataSource,
      async (runner, [rows]: [{ id: string }[]]) => {
        const due = rows.map(({ id }) => id);
        if (due.length > 0) sendLast(runner, [lease, [due]]);
        return due;
      },
      [[dueNow, [count]]],
    );
    if (ids.length === 0) return [];
    const rows = (await this.dataSource.query(leased, [ids])) as Row[];
    return rows.map(({ emailWanted, smsWanted, pushWanted, ...row }) => ({
      ...row,
      wanted: { email: isOn(emailWanted), sms: isOn(smsWanted), push: isOn(pushWanted) },
    }));
  }

  /** Notes an outcome at once, together with those that came while the ones before were being noted. */
  async settle(id: string, outcome: Outcome): Promise<void> {
    this.unnoted.push({ id, outcome });
    await this.noting?.catch(() => undefined);
    await (this.noting ??= this.note().finally(() => (this.noting = undefined)));
  }

  /** One statement for all that came out alike. */
  private async note(): Promise<void> {
    const alike = new Map<string, { outcome: Outcome; ids: string[] }>();
    for (const { id, outcome } of this.unnoted.splice(0)) {
      const name = JSON.stringify(outcome);
      alike.set(name, { outcome, ids: [...(alike.get(name)?.ids ?? []), id] });
    }
    for (const { outcome, ids } of alike.values()) {
      await this.dataSource.query(settle, [outcome.delivered.join(','), outcome.againInSeconds, ids]);
    }
  }
}

const isOn = (value: number | string) => Number(value) === 1;
