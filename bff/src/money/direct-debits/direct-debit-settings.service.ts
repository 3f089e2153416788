import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { creditorKey } from '@bank/contracts/creditor-identifier';
import {
  directDebitModes,
  type DirectDebitSettings,
  type DirectDebitSettingsRequest,
} from '@bank/contracts/direct-debits';
import { AuditService } from '../../platform/audit/audit.service';
import { rowOf, text } from '../../platform/database/columns';
import { type Connection, Database } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';

const readMode = 'SELECT mode FROM direct_debit_settings WHERE user_id = ?';
const modeRow = rowOf({ mode: z.enum(directDebitModes) });
const readCreditors =
  'SELECT creditor_id AS id FROM direct_debit_creditors WHERE user_id = ? ORDER BY creditor_key';
const creditorRow = rowOf({ id: text });
const saveMode = `
  INSERT INTO direct_debit_settings (user_id, mode, changed_at) VALUES (?, ?, ?)
  ON DUPLICATE KEY UPDATE mode = VALUES(mode), changed_at = VALUES(changed_at)`;
const removeCreditors = 'DELETE FROM direct_debit_creditors WHERE user_id = ?';
const addCreditors = 'INSERT INTO direct_debit_creditors (user_id, creditor_key, creditor_id) VALUES';

/** The customer's own rules: all creditors may collect, or those of a list, or none. */
@Injectable()
export class DirectDebitSettingsService {
  constructor(
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  read(userId: number): Promise<DirectDebitSettings> {
    return this.settingsOf(this.database, userId);
  }

  /** Replaces the mode, and the list where one is given. Two saves at once take turns at the first row. */
  save(
    context: RequestContext,
    { mode, creditors }: DirectDebitSettingsRequest,
  ): Promise<DirectDebitSettings> {
    const { userId } = context.actor;
    return this.database.transaction(async (tx) => {
      await tx.write(saveMode, [userId, mode, this.clock.now()]);
      if (creditors) {
        await tx.write(removeCreditors, [userId]);
        const byKey = new Map(creditors.map((id) => [creditorKey(id), [userId, creditorKey(id), id]]));
        const rows = [...byKey.values()];
        if (rows.length > 0) await tx.write(`${addCreditors} ?`, [rows]);
      }
      const saved = await this.settingsOf(tx, userId);
      const values = { mode, creditors: saved.creditors.length };
      const action = 'direct_debit.settings';
      await this.audit.record(tx, { action, type: 'info', values, ...authorOf(context) });
      this.events.emit(tx, userId, 'direct_debit', {});
      return saved;
    });
  }

  private async settingsOf(connection: Connection, userId: number): Promise<DirectDebitSettings> {
    const row = await connection.row(modeRow, readMode, [userId]);
    const creditors = await connection.rows(creditorRow, readCreditors, [userId]);
    return { mode: row?.mode ?? 'all', creditors: creditors.map(({ id }) => id) };
  }
}
