import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AuditService } from '../../platform/audit/audit.service';
import { jsonOf, rowOf } from '../../platform/database/columns';
import type { Connection, Transaction } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';

/** The restore of a database to an earlier moment; from then on it is another copy of the bank. */
export interface Restore {
  /** The random id of the copy. */
  id: string;
  moment: string;
}

const restores = `
  SELECT params FROM audit_log WHERE action = 'bank.restored' AND type = 'warning' ORDER BY created_at, id`;
const restoreRow = rowOf({ params: jsonOf(z.object({ id: z.string(), moment: z.iso.datetime() })) });

/** The restores of a database, in order. */
export async function restoresOf(database: Connection): Promise<Restore[]> {
  return (await database.rows(restoreRow, restores)).map(({ params }) => params);
}

/** Logs in the activity log that this database was restored to an earlier moment. */
export async function noteRestore(tx: Transaction, moment: Date): Promise<void> {
  await new AuditService(new Clock()).record(tx, {
    action: 'bank.restored',
    type: 'warning',
    values: { id: randomBytes(4).toString('hex'), moment: moment.toISOString() },
  });
}
