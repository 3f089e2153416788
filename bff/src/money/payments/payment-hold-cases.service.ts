import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CaseWay } from '@bank/contracts/cases';
import type { Connection } from '../../platform/database/database';
import { type CaseHandler, CaseHandlers } from '../../people/cases/case-handlers.service';

const isPending = `
  SELECT 1 FROM case_links l JOIN payments p ON p.id = l.target_id AND p.stage = 'awaiting_approval'
  WHERE l.case_id = ? AND l.type = 'payment' LIMIT 1`;

/** Cases about a held payment end with the decision about it, in the payment centre; others are decided by words. */
@Injectable()
export class PaymentHoldCases implements OnModuleInit, CaseHandler {
  constructor(private readonly handlers: CaseHandlers) {}

  onModuleInit(): void {
    this.handlers.register('hold', this);
  }

  async way(connection: Connection, caseId: number): Promise<CaseWay> {
    return (await connection.exists(isPending, [caseId])) ? 'elsewhere' : 'words';
  }

  decided(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
