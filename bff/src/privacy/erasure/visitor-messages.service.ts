import { Injectable } from '@nestjs/common';
import { idRow } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { processQueue } from '../../platform/tasks/process-queue';
import { startOfKeeping } from '../retention/retention';

const claimOne = `
  SELECT id FROM tickets WHERE user_id IS NULL AND created_at < ? AND id NOT IN (?)
  ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
/** The dependents of a message are deleted first; `sweep-documents` removes the files. */
const erasures = [
  'UPDATE conversations SET ticket_id = NULL WHERE ticket_id = ?',
  'DELETE FROM ticket_answers WHERE ticket_id = ?',
  'DELETE FROM ticket_attachments WHERE ticket_id = ?',
  'DELETE FROM tickets WHERE id = ?',
];

/** Erases messages to support of people without an account, whom no end of a relation ever comes for. */
@Injectable()
export class VisitorMessagesService {
  constructor(private readonly database: Database) {}

  /** Erases those that are no longer kept, with answers and files, and returns how many they were. */
  async eraseDue(now: Date, stopping: AbortSignal): Promise<number> {
    const before = startOfKeeping(now, 'visitors');
    const work = {
      claim: (tx: Transaction, except: number[]) => tx.row(idRow, claimOne, [before, except]),
      work: async (tx: Transaction, { id }: { id: number }) => {
        for (const statement of erasures) await tx.write(statement, [id]);
      },
    };
    return (await processQueue(this.database, work, stopping)).length;
  }
}
