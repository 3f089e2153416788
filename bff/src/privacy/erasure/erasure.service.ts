import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow, moment, rowOf, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { processQueue } from '../../platform/tasks/process-queue';
import { endOf, retentions } from '../retention/retention';
import { claimDue, type Erasure, erasures, ownersOf, saveStep } from './erasure.sql';

/** Rows that one statement takes. */
const slice = 500;

const endedRow = rowOf({ id: whole, endedAt: moment, step: whole });
type Ended = z.output<typeof endedRow>;

/** The kinds of data that go, soonest first; each is a step. */
const steps = retentions
  .flatMap((retention) => {
    const statements = (erasures as Partial<Record<string, Erasure[]>>)[retention.name];
    return statements ? [{ ...retention, statements }] : [];
  })
  .sort((left, right) => endOf(new Date(0), left).getTime() - endOf(new Date(0), right).getTime());

/** Erases what is no longer kept of people whose relation has ended. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
  ) {}

  /**
   * Does every step that is due by `now`, in slices, and returns how many people's data that was.
   * @throws ItemsFailed when some of it could not be erased, which no one would ask for.
   */
  async eraseDue(now: Date, stopping: AbortSignal): Promise<number> {
    const work = {
      claim: (tx: Transaction, except: number[]) => tx.row(endedRow, claimDue, [now, except]),
      work: (tx: Transaction, ended: Ended) => this.eraseSome(tx, ended),
    };
    const results = await processQueue(this.database, work, stopping);
    return results.filter(Boolean).length;
  }

  /** Takes a slice of a step; returns whether the step is done. */
  private async eraseSome(tx: Transaction, { id, endedAt, step }: Ended): Promise<boolean> {
    const name = steps[step]?.name ?? '';
    // Rows that were added after an earlier step, such as a notice about a claim, are erased with the next one.
    for (const statement of steps.slice(0, step + 1).flatMap(({ statements }) => statements)) {
      const owners = await this.ownersOf(tx, id, statement);
      if (owners.length === 0) continue;
      const { affectedRows } = await tx.write(statement.sql, [owners, slice]);
      // The person stays due, and the next slice begins here.
      if (affectedRows === slice) return false;
    }
    const next = steps[step + 1];
    await tx.write(saveStep, [step + 1, next ? endOf(endedAt, next) : null, id]);
    await this.audit.record(tx, { action: 'data.erased', type: 'info', values: { user: id, kind: name } });
    return true;
  }

  private async ownersOf(tx: Transaction, id: number, { of }: Erasure): Promise<number[]> {
    if (of === 'person') return [id];
    return (await tx.rows(idRow, ownersOf[of], [id])).map((owner) => owner.id);
  }
}
