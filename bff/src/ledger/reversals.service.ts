import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import { databaseErrorNumber, duplicateKey } from '../common/database-error';
import { Failure } from '../common/failure';
import { minorUnits, wholeNumber } from '../common/money-column';
import { LedgerService } from './ledger.service';
import type { Movement, Posting } from './movement';

const entriesOf = `
  SELECT t.id, t.kind, t.description AS transfer_description, e.account_id, e.amount, e.description
  FROM transfers t JOIN entries e ON e.transfer_id = t.id WHERE t.reference = ? ORDER BY e.id`;

interface EntryRow {
  id: string;
  kind: string;
  transfer_description: string;
  account_id: string;
  amount: string;
  description: string | null;
}

/** Undoes a movement by another one: what was written stays written. */
@Injectable()
export class ReversalsService {
  constructor(private readonly ledger: LedgerService) {}

  /**
   * Moves the money of a transfer back, once.
   * @throws Failure NOT_FOUND; ALREADY_REVERSED also for a reversal, which is not undone in its turn;
   * INSUFFICIENT_FUNDS when who received the money no longer has it.
   */
  async reverse(
    runner: QueryRunner,
    reference: string,
    by: Pick<Movement, 'createdBy' | 'requestId'>,
  ): Promise<Posting> {
    const rows = (await runner.query(entriesOf, [reference])) as EntryRow[];
    const [first] = rows;
    if (!first) throw new Failure('NOT_FOUND');
    if (first.kind === 'reversal') throw new Failure('ALREADY_REVERSED');
    const legs = rows.map(({ account_id, amount, description }) => ({
      accountId: wholeNumber(account_id),
      amount: -minorUnits(amount),
      ...(description !== null && { description }),
    }));
    try {
      return await this.ledger.post(runner, {
        ...by,
        legs,
        kind: 'reversal',
        description: first.transfer_description,
        reverses: wholeNumber(first.id),
      });
    } catch (error) {
      throw isReversedTwice(error) ? new Failure('ALREADY_REVERSED') : error;
    }
  }
}

const isReversedTwice = (error: unknown) =>
  databaseErrorNumber(error) === duplicateKey &&
  String((error as Error).message).includes('transfers_reverses');
