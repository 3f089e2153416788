import { Injectable } from '@nestjs/common';
import {
  type CaseAssigneeRequest,
  type CaseDecision,
  type CaseDecisionRequest,
  type CaseMessageRequest,
  isPublicKind,
  type StaffCase,
} from '@bank/contracts/cases';
import type { LogTextName } from '@bank/contracts/log-texts';
import { AuditService } from '../../platform/audit/audit.service';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import type { Act } from '../../platform/http/slices.service';
import { Clock } from '../../platform/time/clock.service';
import { NotificationsService } from '../notifications/notifications.service';
import { type AfterDecision, CaseHandlers } from './case-handlers.service';
import { CasesService } from './cases.service';
import { decideCase, growCase, type LockedCase } from './cases.sql';
import { caseValues, refuseOwnCase } from './own-case';
import { StaffCasesService } from './staff-cases.service';

const assign = 'UPDATE cases SET assignee_id = ?, version = version + 1 WHERE id = ?';
const wait = `UPDATE cases SET state = 'waiting', version = version + 1 WHERE id = ?`;

/** Staff's actions on cases. Every step is logged; nobody works on a case about themselves. */
@Injectable()
export class CaseWorkService {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly cases: CasesService,
    private readonly staffCases: StaffCasesService,
    private readonly handlers: CaseHandlers,
    private readonly notifications: NotificationsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes a case that nobody has, or puts one back.
   * @throws ApiException NOT_FOUND, OWN_CASE, CASE_DECIDED, CASE_CHANGED; CASE_TAKEN when a colleague has it.
   */
  assign(
    id: number,
    { assignee, version }: CaseAssigneeRequest,
    context: RequestContext,
  ): Promise<StaffCase> {
    return this.work(id, context, async (tx, found) => {
      this.mustBeUndecided(found);
      if (found.version !== version) throw new ApiException('CASE_CHANGED');
      if (assignee === 'me') this.mustBeFree(found, context.actor.userId);
      await this.setAssignee(tx, found, assignee, context);
    });
  }

  /**
   * As `assign`, for one of several: puts back only what the caller has, and what is so already stays `unchanged`.
   * @throws ApiException NOT_FOUND, OWN_CASE, CASE_DECIDED, CASE_CHANGED; CASE_TAKEN when a colleague has it.
   */
  assignOwn(id: number, { assignee, version }: CaseAssigneeRequest, context: RequestContext): Promise<Act> {
    return this.idempotency.once(context.idempotency, async (tx): Promise<Act> => {
      const found = await this.lockOfOthers(tx, id, context);
      this.mustBeUndecided(found);
      this.mustBeFree(found, context.actor.userId);
      if ((found.assigneeId !== null) === (assignee === 'me')) return { outcome: 'unchanged' };
      if (found.version !== version) throw new ApiException('CASE_CHANGED');
      await this.setAssignee(tx, found, assignee, context);
      return { outcome: 'done', version: version + 1 };
    });
  }

  /**
   * Writes to the customer, who is notified; with `asks`, the case waits for the answer.
   * @throws ApiException NOT_FOUND, OWN_CASE, CASE_DECIDED, CASE_TAKEN; CASE_INTERNAL for one that the customer never sees.
   */
  message(id: number, { text, asks }: CaseMessageRequest, context: RequestContext): Promise<StaffCase> {
    return this.work(id, context, async (tx, found) => {
      this.mustBeUndecided(found);
      if (!isPublicKind(found.kind)) throw new ApiException('CASE_INTERNAL');
      const { userId } = context.actor;
      this.mustBeFree(found, userId);
      const kind = asks ? ('question' as const) : ('message' as const);
      await this.cases.write(tx, { caseId: id, kind, isCustomer: false, authorId: userId, text });
      await tx.write(asks ? wait : growCase, [id]);
      await this.log(tx, 'case.written', found, context);
      this.notifyCustomer(tx, found, asks ? 'question' : 'message');
      this.cases.changed(tx, found, asks ? 'waiting' : undefined);
    });
  }

  /**
   * Decides a case, once, on what the decider has read; what accepting it sets going begins in the same transaction.
   * @throws ApiException NOT_FOUND, OWN_CASE, CASE_DECIDED, CASE_TAKEN; CASE_CHANGED after anything since `version`;
   * CASE_NOT_ACCEPTABLE without a way to accept it; CASE_ELSEWHERE for one that ends with what it is about; what its
   * handler throws.
   */
  async decide(
    id: number,
    { decision, reason, version }: CaseDecisionRequest,
    context: RequestContext,
  ): Promise<StaffCase> {
    let after: AfterDecision | undefined;
    const decided = await this.work(id, context, async (tx, found) => {
      this.mustBeUndecided(found);
      if (found.version !== version) throw new ApiException('CASE_CHANGED');
      const { userId } = context.actor;
      this.mustBeFree(found, userId);
      const handler = this.handlers.of(found.kind);
      const way = await handler.way(tx, id);
      if (way === 'elsewhere') throw new ApiException('CASE_ELSEWHERE');
      if (decision === 'accepted' && way === null) throw new ApiException('CASE_NOT_ACCEPTABLE');
      await tx.write(decideCase, [decision, userId, this.clock.now(), userId, id]);
      const entry = { caseId: id, kind: 'decision', isCustomer: false, authorId: userId } as const;
      await this.cases.write(tx, { ...entry, text: reason });
      after = await handler.decided(tx, found, decision, context);
      await this.log(tx, decision === 'accepted' ? 'case.accepted' : 'case.refused', found, context);
      this.notifyCustomer(tx, found, decision);
      this.cases.changed(tx, found, 'decided');
    });
    await after?.();
    return decided;
  }

  /** Works on a case, locked, once for a key; returns it as it then is. */
  private work(
    id: number,
    context: RequestContext,
    work: (tx: Transaction, found: LockedCase) => Promise<void>,
  ): Promise<StaffCase> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      await work(tx, await this.lockOfOthers(tx, id, context));
      return this.staffCases.one(context, id, tx);
    });
  }

  private async lockOfOthers(tx: Transaction, id: number, { actor }: RequestContext): Promise<LockedCase> {
    const found = await this.cases.lock(tx, id);
    refuseOwnCase(found, actor.userId);
    return found;
  }

  private async setAssignee(
    tx: Transaction,
    found: LockedCase,
    assignee: CaseAssigneeRequest['assignee'],
    context: RequestContext,
  ): Promise<void> {
    const { userId: authorId } = context.actor;
    const isTaken = assignee === 'me';
    const kind = isTaken ? ('taken' as const) : ('put_back' as const);
    await tx.write(assign, [isTaken ? authorId : null, found.id]);
    await this.cases.write(tx, { caseId: found.id, kind, isCustomer: false, authorId, text: '' });
    await this.log(tx, isTaken ? 'case.taken' : 'case.put_back', found, context);
    this.cases.changed(tx, found);
  }

  private mustBeUndecided({ state }: LockedCase): void {
    if (state === 'decided') throw new ApiException('CASE_DECIDED');
  }

  private mustBeFree({ assigneeId }: LockedCase, userId: number): void {
    if (assigneeId !== null && assigneeId !== userId) throw new ApiException('CASE_TAKEN');
  }

  private notifyCustomer(
    tx: Transaction,
    { kind, userId, reference }: LockedCase,
    what: 'message' | 'question' | CaseDecision,
  ): void {
    if (!isPublicKind(kind)) return;
    const key = kind === 'appeal' ? (`appeal_${what}` as const) : (`case_${what}` as const);
    this.notifications.notify(tx, userId, { type: 'info', key, values: { reference } });
  }

  private log(
    tx: Transaction,
    action: LogTextName,
    found: LockedCase,
    context: RequestContext,
  ): Promise<void> {
    return this.audit.record(tx, { action, type: 'info', values: caseValues(found), ...authorOf(context) });
  }
}
