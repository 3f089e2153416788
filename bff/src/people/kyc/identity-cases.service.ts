import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CaseWay } from '@bank/contracts/cases';
import { idRow } from '../../platform/database/columns';
import type { Connection, Transaction } from '../../platform/database/database';
import { BankCases } from '../cases/bank-cases.service';
import { type CaseHandler, CaseHandlers } from '../cases/case-handlers.service';
import { lockUser } from '../users/lock-user';
import { submissionCause } from './identity-case';

const waiting = `SELECT id FROM kyc_submissions WHERE user_id = ? AND status = 'pending'`;
const causeOfWaiting = `
  SELECT 1 FROM cases c
    JOIN kyc_submissions s ON s.user_id = c.user_id AND s.status = 'pending'
    JOIN users u ON u.id = s.user_id AND u.deleted_at IS NULL
  WHERE c.id = ? AND c.cause = CONCAT('submission:', s.id) LIMIT 1`;

/** Cases about an identity file end with the decision about it, or with the relation of its customer. */
@Injectable()
export class IdentityCases implements OnModuleInit, CaseHandler {
  constructor(
    private readonly handlers: CaseHandlers,
    private readonly cases: BankCases,
  ) {}

  onModuleInit(): void {
    this.handlers.register('identity', this);
  }

  async way(connection: Connection, caseId: number): Promise<CaseWay> {
    return (await connection.exists(causeOfWaiting, [caseId])) ? 'elsewhere' : 'words';
  }

  decided(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * Ends the case of the file that waits, which leaves the queue when its customer's relation ends; call it before
   * `UsersService.end`.
   * @param by the administrator who ends the relation; null for the customer
   */
  async endWithRelation(tx: Transaction, userId: number, by: number | null): Promise<void> {
    await lockUser(tx, userId);
    const file = await tx.row(idRow, waiting, [userId]);
    if (file) await this.cases.end(tx, submissionCause(file.id), 'refused', by);
  }
}
