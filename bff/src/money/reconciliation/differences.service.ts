import { Injectable } from '@nestjs/common';
import { decimalText } from '@bank/contracts/currencies';
import type { ReconciliationDifference } from '@bank/contracts/reconciliation';
import type { Transaction } from '../../platform/database/database';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { type SettlementStatement, subjectOf } from './settlement-statement';

/**
 * A difference; both amounts in minor units of the statement's currency, as the counterpart counts them: positive for money that
 * came.
 */
export interface NewDifference {
  kind: ReconciliationDifference['kind'];
  subject: string;
  here: bigint;
  there: bigint;
}

const insert = `
  INSERT IGNORE INTO reconciliation_differences (day, currency, kind, subject, here, there) VALUES (?)`;

/** Differences between a statement and the settlement account: each of a day is recorded once, with an incident of its own. */
@Injectable()
export class DifferencesService {
  constructor(private readonly incidents: IncidentsService) {}

  async record(
    tx: Transaction,
    { day, currency }: Pick<SettlementStatement, 'day' | 'currency'>,
    { kind, subject, here, there }: NewDifference,
  ): Promise<void> {
    const { affectedRows } = await tx.write(insert, [[day, currency, kind, subject, here, there]]);
    if (affectedRows === 0) return;
    const params = { day, currency, here: String(here), there: String(there) };
    await this.incidents.open(tx, {
      kind: `reconciliation_${kind}`,
      subject: incidentSubject({ day, currency }, { subject, here, there }),
      severity: 'high',
      params,
    });
  }
}

/** What was found, the statement and both amounts: a payment that differs again has another incident, also while the first is open. */
function incidentSubject(
  statement: Pick<SettlementStatement, 'day' | 'currency'>,
  { subject, here, there }: Omit<NewDifference, 'kind'>,
): string {
  const amounts = [here, there].map((amount) => decimalText(amount, statement.currency));
  // The subject of a balance is the statement itself.
  return [...new Set([subject, subjectOf(statement)]), ...amounts].join(' ');
}
