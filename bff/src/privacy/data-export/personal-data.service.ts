import { Injectable } from '@nestjs/common';
import { namedAmount } from '../../money/ledger/named-amount';
import { z } from 'zod';
import { homeCurrency } from '@bank/contracts/currencies';
import type { Language } from '@bank/contracts/language';
import type { Role } from '@bank/contracts/permissions';
import { AuditLogService } from '../../platform/audit/audit-log.service';
import { findingActions } from '../../platform/audit/finding-actions';
import { idRow, isoMoment, jsonOf, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { notificationTexts } from '../../people/notifications/notification-texts';
import { joinWritten, wordsOf, writtenColumns, writtenRow } from '../../people/notifications/written';
import { TransactionsService } from '../../money/transactions/transactions.service';
import { type Area, by } from './area.sql';
import { areas, storedFile, storedFiles } from './areas.sql';

/** Whose data, and in which language the bank's own texts among them are. */
export interface Person {
  userId: number;
  role: Role;
  language: Language;
}

/** The rows of a file in batches, read on demand. */
export type Rows = AsyncGenerator<object[]>;

const batchSize = 500;

const ownAccounts = 'SELECT id FROM accounts WHERE user_id = ? ORDER BY id';
const notices = by(
  `SELECT n.id, n.type, n.text_key, n.text_values, n.created_at, n.read_at, ${writtenColumns}
   FROM notifications n ${joinWritten} WHERE n.user_id = ?`,
  'n.id',
);
const notice = rowOf({
  id: whole,
  type: text,
  text_key: text,
  text_values: jsonOf(z.record(text, text)),
  created_at: isoMoment,
  read_at: isoMoment.nullable(),
  ...writtenRow,
});

/** Whether a person was once promoted to the staff, created as an administrator, or appointed as the first owner. */
const everStaff = `
  SELECT 1 FROM authority_changes WHERE user_id = ? AND act = 'promoted'
  UNION ALL SELECT 1 FROM staff_approvals WHERE subject_id = ? AND kind = 'user_created' AND status = 'approved'
    AND JSON_SEARCH(payload, 'one', 'admin', NULL, '$.changes[*].to') IS NOT NULL
  UNION ALL SELECT 1 FROM audit_log WHERE user_id = ? AND text = 'user.first_owner' LIMIT 1`;

/** Lines of movements name the accounts of others; the movements are in the transactions. */
const ofMovements = 'ledger.';

/** The score in the sentences of payments, in both languages: the log is sealed, so that it is left out when it is read. */
const score = /, (?:risque|risk) [\d.,]+\/10(?=\.$)/;

/** Reads all that the bank has of a person, file by file, a batch at a time. */
@Injectable()
export class PersonalDataService {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionsService,
    private readonly log: AuditLogService,
  ) {}

  /** The files of the export by name, each read when it is asked for. */
  filesOf(person: Person): [name: string, rows: () => Rows][] {
    const { userId } = person;
    return [
      ...Object.entries<Area>(areas).map(([name, area]): [string, () => Rows] => [
        name,
        () => this.rowsOf(area, userId),
      ]),
      ['transactions', () => this.movements(userId)],
      ['notifications', () => this.notifications(person)],
      ['activity', () => this.activity(person)],
    ];
  }

  /** The documents and attachments that the person sent, by the folder that each belongs in. */
  async *storedFiles(userId: number): AsyncGenerator<{ folder: string } & z.output<typeof storedFile>> {
    for (const [folder, sql] of Object.entries(storedFiles)) {
      for await (const batch of this.keyed(storedFile, sql, userId)) {
        for (const file of batch) yield { folder, ...file };
      }
    }
  }

  private async *rowsOf({ sql, row }: Area, userId: number): Rows {
    for await (const batch of this.keyed(row, sql, userId)) yield batch.map(withDecimals);
  }

  /** Every account's movements as the person sees them, newest first. */
  private async *movements(userId: number): Rows {
    for (const { id } of await this.database.rows(idRow, ownAccounts, [userId])) {
      for await (const batch of this.transactions.batchesOf([id], {})) {
        yield batch.map((movement) => ({ account_id: id, ...movement }));
      }
    }
  }

  private async *notifications({ userId, language }: Person): Rows {
    for await (const batch of this.keyed(notice, notices, userId)) {
      yield batch.map(({ id, type, created_at, read_at, ...row }) => ({
        id,
        type,
        created_at,
        read_at,
        ...notificationTexts(row.text_key, { ...row.text_values, ...wordsOf(row, language) }, language),
      }));
    }
  }

  /** The person's actions. Sentences about staff work, also of former staff, concern others: only their kind is given. */
  private async *activity({ userId, role, language }: Person): Rows {
    const isCustomer = role === 'user' && !(await this.database.exists(everStaff, [userId, userId, userId]));
    for await (const batch of this.log.batches(
      { user_id: userId, type: 'all' },
      { language, actor: { userId } },
    )) {
      yield batch
        .filter(({ action }) => !action.startsWith(ofMovements) && !findingActions.includes(action))
        .map(({ created_at, action, type, message, request_id }) => ({
          created_at,
          action,
          type,
          request_id,
          ...(isCustomer && { message: message.replace(score, '') }),
        }));
    }
  }

  /** The rows of a statement whose parameters are the person, the last id and the number of rows. */
  private async *keyed<Row extends z.ZodType<{ id: number } | Record<string, unknown>>>(
    row: Row,
    sql: string,
    userId: number,
  ): AsyncGenerator<z.output<Row>[]> {
    for (let [after, more] = [0, true]; more;) {
      const batch = await this.database.rows(row, sql, [userId, after, batchSize]);
      yield batch;
      after = Number(batch.at(-1)?.id);
      more = batch.length === batchSize;
    }
  }
}

/** Amounts as the wire carries them: numbers in their currency, which is that of the row or beside them. */
function withDecimals(row: Record<string, unknown>): object {
  const currencyOf = (name: string) =>
    (name.endsWith('_amount') ? row[name.replace(/_amount$/, '_currency')] : undefined) ??
    row.currency ??
    homeCurrency;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? namedAmount(value, String(currencyOf(name))) : value,
    ]),
  );
}
