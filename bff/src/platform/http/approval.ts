import { SetMetadata, type Type } from '@nestjs/common';
import type { ApprovalSummary } from '@bank/contracts/call-approvals';
import type { Transaction } from '../database/database';
import type { RequestContext } from './request-context';

export const approvalRuleKey = 'approvalRule';

/** A call whose body and path its contract has accepted. */
export interface JudgedCall<Body = unknown> {
  context: RequestContext;
  body: Body;
  /** Of the path, as they were sent. */
  parameters: Record<string, string>;
}

/** The approval that a person must give before a call is done. */
export interface ApprovalDemand {
  /**
   * A function where it takes a query: it is run only when the person is asked. It throws what the work would refuse whatever the
   * approval, so that nobody proves themselves in vain.
   */
  summary: ApprovalSummary | (() => Promise<ApprovalSummary>);
  /** Euro cents of a payment that needs none while it and those before it are low (see `exemptions`). */
  lowValue?: bigint;
  /** Whether the work itself finds out, under its locks, that the call needs one (see `demandApproval`). */
  onDemand?: true;
  /** Whether the person signed in so lately that this proves enough (see `SessionsService.hasJustProven` and `hasJustProvenAll`). */
  isJustProven?: boolean;
}

/** Decides of the calls of a route whether they need an approval; undefined for those that do not. */
export abstract class ApprovalRule<Body = unknown> {
  /** It must not refuse: what the call's own checks refuse, they refuse before the approval is asked for. */
  abstract demand(call: JudgedCall<Body>): Promise<ApprovalDemand | undefined>;
  /** The approval required by the work itself, which throws APPROVAL_REQUIRED. */
  challenge?(call: JudgedCall<Body>): Promise<ApprovalDemand>;
}

/**
 * The calls of a route that the rule, a provider of any module, names need strong customer authentication: they are refused
 * with 403 APPROVAL_REQUIRED until they are repeated with the token of an approval. Of an idempotent route, whose service
 * must do its work within `Idempotency.once`, the approval is asked for after the work has found nothing to refuse and is
 * spent in the work's transaction; of any other route, before the work.
 */
export const NeedsApproval = (rule: Type<ApprovalRule<never>>) => SetMetadata(approvalRuleKey, rule);

/**
 * Lets the work of a call pass whose person approved it; for the calls of a route whose rule is `onDemand`.
 * @throws ApiException APPROVAL_REQUIRED, for which the person is asked.
 */
export function demandApproval(
  tx: Transaction,
  { idempotency: { settlement } }: RequestContext,
): Promise<void> {
  if (!settlement) throw new Error('the route names no rule of approvals');
  return settlement.demand(tx);
}
