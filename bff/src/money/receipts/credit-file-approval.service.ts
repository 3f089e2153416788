import { Injectable } from '@nestjs/common';
import { toDecimal } from '@bank/contracts/money';
import { minor, rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';

const fileRow = rowOf({ messageId: text, total: minor });

/** Asking for a second administrator who lets an uploaded file be booked. */
@Injectable()
export class CreditFileApproval extends ApprovalRule {
  constructor(private readonly database: Database) {
    super();
  }

  demand({ parameters: { id } }: JudgedCall): Promise<ApprovalDemand> {
    const summary = async () => {
      const sql = 'SELECT message_id AS messageId, total FROM credit_files WHERE id = ?';
      const { messageId, total } = await this.database.found(fileRow, sql, [id]);
      return { action: 'credit_file', detail: messageId, amount: toDecimal(total) } as const;
    };
    return Promise.resolve({ summary, onDemand: true });
  }
}
