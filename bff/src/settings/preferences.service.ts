import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { defaultPreferences, type Preferences } from '@bank/contracts/settings';
import type { Actor } from '../common/actor';

const names = Object.keys(defaultPreferences) as (keyof Preferences)[];

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
  constructor(private readonly dataSource: DataSource) {}

  /** The choices of a person, or the defaults before they have made any. */
  async read({ userId }: Actor): Promise<Preferences> {
    const [row] = (await this.dataSource.query(readPreferences, [userId])) as Record<string, unknown>[];
    if (!row) return defaultPreferences;
    return Object.fromEntries(names.map((name) => [name, Number(row[name]) === 1])) as Preferences;
  }

  /** Replaces them all and answers what is stored. */
  async save(actor: Actor, preferences: Preferences): Promise<Preferences> {
    await this.dataSource.query(savePreferences, [
      [actor.userId, ...names.map((name) => Number(preferences[name]))],
    ]);
    return preferences;
  }
}
