import { Injectable } from '@nestjs/common';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { CasesService } from '../../people/cases/cases.service';

/** The number of disputes in one statement. */
const slice = 200;
const selectLate = `
  SELECT id FROM cases FORCE INDEX (cases_late)
  WHERE kind = 'dispute' AND topic = 'not_me' AND late_at IS NULL AND due_at < ? AND state <> 'decided'
    AND NOT EXISTS (SELECT 1 FROM disputes d JOIN dispute_refunds r ON r.dispute_id = d.id WHERE d.case_id = cases.id)
  ORDER BY due_at LIMIT ${slice}`;
const markLate = `UPDATE cases SET late_at = ? WHERE id = ? AND late_at IS NULL AND state <> 'decided'`;

/**
 * What the holder did not authorise is refunded by the end of the next business day (Directive (EU) 2015/2366, article 73):
 * the time of such a case. One that is late is noted once, for the customer as well as for staff, and in the log.
 */
@Injectable()
export class LateRefundsService {
  constructor(
    private readonly database: Database,
    private readonly cases: CasesService,
    private readonly audit: AuditService,
  ) {}

  /** Marks the disputes whose refund is late, and returns how many. */
  async note(now: Date, stopping: AbortSignal): Promise<number> {
    for (let count = 0; ;) {
      const due = stopping.aborted ? [] : await this.database.rows(idRow, selectLate, [now]);
      if (due.length === 0) return count;
      for (const { id } of due) if (await this.noteOne(id, now)) count += 1;
    }
  }

  private noteOne(id: number, now: Date): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const found = await this.cases.lock(tx, id);
      if ((await tx.write(markLate, [now, id])).affectedRows === 0) return false;
      await this.cases.news(tx, found, { key: 'refund_late', values: {} });
      const { reference } = found;
      await this.audit.record(tx, {
        action: 'case.refund_late',
        type: 'warning',
        values: { reference },
        userId: null,
      });
      return true;
    });
  }
}
