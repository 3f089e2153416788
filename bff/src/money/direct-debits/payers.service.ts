import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { directDebitModes } from '@bank/contracts/direct-debits';
import { flag, rowOf, text, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';

const payers = `
  SELECT a.id AS accountId, a.iban, a.currency, u.id AS userId, u.deleted_at IS NULL AND a.closed_at IS NULL AS isOpen,
    u.status = 'active' AS isActive, COALESCE(s.mode, 'all') AS mode
  FROM accounts a JOIN users u ON u.id = a.user_id LEFT JOIN direct_debit_settings s ON s.user_id = u.id`;
const payerRow = rowOf({
  accountId: whole,
  iban: text,
  currency: text,
  userId: whole,
  isOpen: flag,
  isActive: flag,
  mode: z.enum(directDebitModes),
});
const listed = `
  SELECT user_id AS userId, creditor_key AS creditor FROM direct_debit_creditors
  WHERE user_id IN (?) AND creditor_key IN (?)`;
const listedRow = rowOf({ userId: whole, creditor: text });

/** The payer of a collection, with the creditors that they allow. */
export type Payer = z.output<typeof payerRow> & {
  /** By `creditorKey`. */
  allows: (creditor: string) => boolean;
};

/** The accounts that collections name, with the rules of their holders. */
@Injectable()
export class PayersService {
  /** By IBAN; `creditors` are the keys to be asked about. */
  async byIban(tx: Transaction, ibans: string[], creditors: string[]): Promise<Map<string, Payer>> {
    const found = await this.find(tx, 'a.iban', ibans, creditors);
    return new Map(found.map((payer) => [payer.iban, payer]));
  }

  /** By the account's id. */
  async byAccount(tx: Transaction, ids: number[], creditors: string[]): Promise<Map<number, Payer>> {
    const found = await this.find(tx, 'a.id', ids, creditors);
    return new Map(found.map((payer) => [payer.accountId, payer]));
  }

  private async find(
    tx: Transaction,
    column: 'a.iban' | 'a.id',
    values: (string | number)[],
    creditors: string[],
  ): Promise<Payer[]> {
    if (values.length === 0) return [];
    const rows = await tx.rows(payerRow, `${payers} WHERE ${column} IN (?)`, [[...new Set(values)]]);
    const choosing = rows.filter(({ mode }) => mode === 'listed').map(({ userId }) => userId);
    const chosen =
      choosing.length === 0 ? [] : await tx.rows(listedRow, listed, [choosing, [...new Set(creditors)]]);
    const allowed = new Set(chosen.map(({ userId, creditor }) => `${userId} ${creditor}`));
    return rows.map((row) => ({
      ...row,
      allows: (creditor) =>
        row.mode === 'all' || (row.mode === 'listed' && allowed.has(`${row.userId} ${creditor}`)),
    }));
  }
}
