import { Injectable } from '@nestjs/common';
import type { ApprovalField } from '@bank/contracts/approvals';
import { z } from 'zod';
import { jsonOf, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { processQueue } from '../../platform/tasks/process-queue';
import { startOfKeeping } from '../retention/retention';

/** A request to create a user that ended before a moment without an approval and names the person; parameters: it, twice. */
const claimOne = `
  SELECT id, payload FROM staff_approvals
  WHERE kind = 'user_created' AND subject_id IS NULL
    AND (status = 'refused' AND decided_at < ? OR status = 'pending' AND expires_at < ?)
    AND JSON_SEARCH(payload, 'one', 'email', NULL, '$.changes[*].field') IS NOT NULL AND id NOT IN (?)
  ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`;
const requestRow = rowOf({
  id: whole,
  payload: jsonOf(z.looseObject({ changes: z.array(z.looseObject({ field: text })) })),
});
type Request = z.output<typeof requestRow>;

const personal: ReadonlySet<string> = new Set<ApprovalField>([
  'email',
  'username',
  'phone',
  'first_name',
  'last_name',
]);

/** Erases who was to become a user and never did, of whom no relation ends; the requests themselves stay. */
@Injectable()
export class UnmadeUsersService {
  constructor(private readonly database: Database) {}

  /** Takes names and contacts out of the requests that ended so long ago that these are no longer kept, and returns their number. */
  async eraseDue(now: Date, stopping: AbortSignal): Promise<number> {
    const before = startOfKeeping(now, 'contact');
    const work = {
      claim: (tx: Transaction, except: number[]) => tx.row(requestRow, claimOne, [before, before, except]),
      work: async (tx: Transaction, { id, payload }: Request) => {
        const changes = payload.changes.filter(({ field }) => !personal.has(field));
        const stripped = JSON.stringify({ ...payload, changes });
        await tx.write('UPDATE staff_approvals SET payload = ? WHERE id = ?', [stripped, id]);
      },
    };
    return (await processQueue(this.database, work, stopping)).length;
  }
}
