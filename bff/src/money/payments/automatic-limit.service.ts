import { Injectable } from '@nestjs/common';
import { automaticLimitDefault, type PaymentSettings } from '@bank/contracts/payments';
import { AuditService } from '../../platform/audit/audit.service';
import { rowOf, text } from '../../platform/database/columns';
import { type Connection, Database } from '../../platform/database/database';
import { authorOf, type RequestContext } from '../../platform/http/request-context';

const name = 'automatic_limit';
const read = 'SELECT value FROM bank_settings WHERE name = ?';
const write = `
  INSERT INTO bank_settings (name, value) VALUES (?, ?) ON DUPLICATE KEY UPDATE value = VALUES(value)`;
const settingRow = rowOf({ value: text });

/** The amount in euros up to which the rules let payments go without a person; 0 switches them off. */
@Injectable()
export class AutomaticLimitService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
  ) {}

  async settings(connection: Connection = this.database): Promise<PaymentSettings> {
    const row = await connection.row(settingRow, read, [name]);
    return { automatic_limit: row ? Number(row.value) : automaticLimitDefault };
  }

  /** Changes the limit, with a line in the activity log. */
  async change(context: RequestContext, settings: PaymentSettings): Promise<PaymentSettings> {
    return this.database.transaction(async (tx) => {
      const before = (await this.settings(tx)).automatic_limit;
      await tx.write(write, [name, String(settings.automatic_limit)]);
      await this.audit.record(tx, {
        action: 'settings.automatic_limit',
        type: 'warning',
        values: { before, after: settings.automatic_limit },
        ...authorOf(context),
      });
      return settings;
    });
  }
}
