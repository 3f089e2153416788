import { Injectable } from '@nestjs/common';
import { isDuplicateOf } from '../../platform/database/database-error';
import { ApiException } from '../../platform/errors/api-exception';
import { minor, rowOf, text, whole } from '../../platform/database/columns';
import { accountOfStripe } from './bank-accounts';
import { LedgerService } from './ledger.service';
import type { Movement, Posting } from './movement';
import type { Transaction } from '../../platform/database/database';

const entriesOf = `
  SELECT t.id, t.kind, t.description AS transferDescription, e.account_id AS accountId, e.amount, e.description
  FROM transfers t JOIN entries e ON e.transfer_id = t.id WHERE t.reference = ? ORDER BY e.id`;

const entry = rowOf({
  id: whole,
  kind: text,
  transferDescription: text,
  accountId: whole,
  amount: minor,
  description: text.nullable(),
});

/** Reverses a movement by an opposite one; nothing written is changed. */
@Injectable()
export class ReversalsService {
  constructor(private readonly ledger: LedgerService) {}

  /**
   * Moves the money of a transfer back, once.
   * @throws ApiException NOT_FOUND; ALREADY_REVERSED, also for a reversal itself; INSUFFICIENT_FUNDS when the recipient
   * no longer has the money.
   */
  async reverse(
    tx: Transaction,
    reference: string,
    by: Pick<Movement, 'createdBy' | 'requestId'>,
  ): Promise<Posting> {
    const rows = await tx.rows(entry, entriesOf, [reference]);
    const [first] = rows;
    if (!first) throw new ApiException('NOT_FOUND');
    if (first.kind === 'reversal') throw new ApiException('ALREADY_REVERSED');
    const legs = rows.map(({ accountId, amount, description }) => ({
      accountId: accountOfStripe(accountId),
      amount: -amount,
      ...(description !== null && { description }),
    }));
    try {
      return await this.ledger.post(tx, {
        ...by,
        legs,
        kind: 'reversal',
        description: first.transferDescription,
        reverses: first.id,
      });
    } catch (error) {
      throw isDuplicateOf(error, 'transfers_reverses') ? new ApiException('ALREADY_REVERSED') : error;
    }
  }
}
