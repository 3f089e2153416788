import { Injectable } from '@nestjs/common';
import { rowOf, text } from '../database/columns';
import { type Connection, Database, type Transaction } from '../database/database';

const select = 'SELECT value FROM bank_settings WHERE name = ?';
/** Makes the row, or else locks it, before it is read: two changes of a setting that was never set wait for each other, too. */
const insertOrLock = `
  INSERT INTO bank_settings (name, value) VALUES (?, ?) ON DUPLICATE KEY UPDATE value = bank_settings.value`;
const upsert = `
  INSERT INTO bank_settings (name, value) VALUES (?, ?) ON DUPLICATE KEY UPDATE value = VALUES(value)`;
const settingRow = rowOf({ value: text });

type SettingName = 'automatic_limit' | 'conversation_seconds' | 'demonstration' | 'sepa_cut_offs';

/** Settings of the whole bank. */
@Injectable()
export class BankSettingsService {
  constructor(private readonly database: Database) {}

  /** The value of a setting; undefined if it was never set. */
  async read(name: SettingName, connection: Connection = this.database): Promise<string | undefined> {
    return (await connection.row(settingRow, select, [name]))?.value;
  }

  /** The value, locked until the end of the transaction; the built-in one if it was never set. */
  async lock(tx: Transaction, name: SettingName, builtIn: string): Promise<string> {
    await tx.write(insertOrLock, [name, builtIn]);
    return (await tx.one(settingRow, `${select} FOR UPDATE`, [name])).value;
  }

  async write(tx: Transaction, name: SettingName, value: string): Promise<void> {
    await tx.write(upsert, [name, value]);
  }
}
