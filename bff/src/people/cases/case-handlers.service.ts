import { Injectable } from '@nestjs/common';
import type { CaseDecision, CaseKind, CaseRefund, CaseWay } from '@bank/contracts/cases';
import type { Connection, Transaction } from '../../platform/database/database';
import type { RequestContext } from '../../platform/http/request-context';
import type { LockedCase } from './cases.sql';

/** Work to be done once the decision is committed, such as asking another company. */
export type AfterDecision = () => Promise<void>;

/** The rules of one kind of case, implemented by the folder that opens such cases. */
export interface CaseHandler {
  /** The effect of accepting a case; null when it cannot be accepted. */
  way(connection: Connection, caseId: number): Promise<CaseWay | null>;
  /** The bank's refund of a case, given or possible; null where the bank has no part. */
  refund?(connection: Connection, caseId: number): Promise<CaseRefund | null>;
  /** Carries a decision out, in its transaction. @throws ApiException, which undoes the decision. */
  decided(
    tx: Transaction,
    theCase: LockedCase,
    decision: CaseDecision,
    context: RequestContext,
  ): Promise<AfterDecision | undefined>;
}

/** A case without a handler is decided by words alone. */
const words: CaseHandler = {
  way: () => Promise.resolve('words'),
  decided: () => Promise.resolve(undefined),
};

/** The handler of each kind of case. */
@Injectable()
export class CaseHandlers {
  private readonly handlers = new Map<CaseKind, CaseHandler>();

  register(kind: CaseKind, handler: CaseHandler): void {
    this.handlers.set(kind, handler);
  }

  of(kind: CaseKind): CaseHandler {
    return this.handlers.get(kind) ?? words;
  }
}
