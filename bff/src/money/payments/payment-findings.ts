import type { SanctionsFinding } from '@bank/contracts/payments';
import type { AuditService } from '../../platform/audit/audit.service';
import { number, rowOf, text } from '../../platform/database/columns';
import { type Connection, rowsOf, type Transaction } from '../../platform/database/database';

const insert = `
  INSERT INTO payment_findings (payment_id, entry, name, likeness, countries, programs, found_at) VALUES`;
const ofPayment = `
  SELECT entry, name, likeness, countries, programs FROM payment_findings WHERE payment_id = ?
  ORDER BY likeness DESC, id`;
const findingRow = rowOf({
  entry: text,
  name: text,
  likeness: number.transform(Number),
  countries: text,
  programs: text,
});

/** What a payment's payee was found to be like on the sanctions list, the likest first. */
export const findingsOf = (connection: Connection, paymentId: number): Promise<SanctionsFinding[]> =>
  connection.rows(findingRow, ofPayment, [paymentId]);

/** Keeps findings of a payment that were not recorded before, with a line in the activity log for the likest. */
export async function recordFindings(
  tx: Transaction,
  audit: AuditService,
  { id: paymentId, reference }: { id: number; reference: string },
  findings: SanctionsFinding[],
  at: Date,
): Promise<void> {
  const [likest] = findings;
  if (!likest) return;
  await audit.record(tx, {
    ...{ action: 'payment.screened', type: 'warning', userId: null, requestId: null },
    values: { reference, entry: likest.entry },
  });
  const rows = findings.map(({ entry, name, likeness, countries, programs }) => [
    ...[paymentId, entry, name, likeness, countries, programs, at],
  ]);
  await tx.write(`${insert} ${rowsOf(rows)} ON DUPLICATE KEY UPDATE payment_id = payment_id`, rows.flat());
}
