import { Injectable } from '@nestjs/common';
import type { CaseDecision, CaseKind, CaseRefund, CaseWay } from '@bank/contracts/cases';
import type { Connection, Transaction } from '../../platform/database/database';
import type { RequestContext } from '../../platform/http/request-context';
import type { LockedCase } from './cases.sql';

/** Work to be done once the decision is committed, such as asking another company. */
export type AfterDecision = () => Promise<void>;

/** What a room above knows of the cases that it opens. */
export interface CaseHandler {
  /** What accepting a case sets going; null when there is no way to accept it. */
  way(connection: Connection, caseId: number): Promise<CaseWay | null>;
  /** What the bank's own money did for the customer, or can do; null where it has no part. */
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
