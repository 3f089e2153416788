import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CaseWay } from '@bank/contracts/cases';
import type { Connection } from '../../platform/database/database';
import { type CaseHandler, CaseHandlers } from '../cases/case-handlers.service';

const isPending = `
  SELECT 1 FROM case_links l JOIN kyc_submissions s ON s.id = l.target_id AND s.status = 'pending'
  WHERE l.case_id = ? AND l.type = 'submission' LIMIT 1`;

/** Cases about an identity file end with the decision about it. */
@Injectable()
export class IdentityCases implements OnModuleInit, CaseHandler {
  constructor(private readonly handlers: CaseHandlers) {}

  onModuleInit(): void {
    this.handlers.register('identity', this);
  }

  async way(connection: Connection, caseId: number): Promise<CaseWay> {
    return (await connection.exists(isPending, [caseId])) ? 'elsewhere' : 'words';
  }

  decided(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
