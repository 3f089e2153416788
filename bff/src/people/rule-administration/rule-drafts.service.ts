import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AwaitingApproval } from '@bank/contracts/approvals';
import {
  type RuleDefinition,
  type RuleDetail,
  type RuleDraftRequest,
  type RulePublishRequest,
  ruleStates,
} from '@bank/contracts/rules';
import { z } from 'zod';
import { AuditService } from '../../platform/audit/audit.service';
import { isoMoment, rowOf, text, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { demandApproval } from '../../platform/http/approval';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { ApprovalRequestsService } from '../staff-approvals/approval-requests.service';
import { subjectOf } from '../staff-approvals/approvals.sql';
import { type ApprovedRequest, StaffApprovalsService } from '../staff-approvals/staff-approvals.service';
import { RuleReader } from './rule-reader.service';

const kind = 'rule_published';

const newestOf = `
  SELECT version, state, definition, changed_at AS changedAt FROM rule_versions WHERE rule_id = ? ORDER BY version DESC LIMIT 1 FOR UPDATE`;
const newestRow = rowOf({
  version: whole,
  state: z.enum(ruleStates),
  definition: text,
  changedAt: isoMoment,
});
type Newest = z.output<typeof newestRow>;

const insertVersion = `
  INSERT INTO rule_versions (rule_id, version, definition, changed_by, changed_at) VALUES (?)`;
const changeDraft = `
  UPDATE rule_versions SET definition = ?, changed_by = ?, changed_at = ?, approval_id = NULL
  WHERE rule_id = ? AND version = ? AND state = 'draft'`;
const wait = 'UPDATE rule_versions SET approval_id = ? WHERE rule_id = ? AND version = ?';
/** One publication at a time: their numbers grow. */
const lockAll = 'SELECT id FROM rules ORDER BY id LIMIT 1 FOR UPDATE';
const nextPublication = 'SELECT COALESCE(MAX(publication), 0) + 1 FROM rule_versions';
const replace = `UPDATE rule_versions SET state = 'replaced' WHERE rule_id = ? AND state = 'published'`;
const publish = `
  UPDATE rule_versions SET state = 'published', published_at = ?, publication = ? WHERE rule_id = ? AND version = ?`;

/** Drafts of rules, and their publication by a second administrator. */
@Injectable()
export class RuleDraftsService implements OnModuleInit {
  constructor(
    private readonly reader: RuleReader,
    private readonly idempotency: Idempotency,
    private readonly approvals: StaffApprovalsService,
    private readonly requests: ApprovalRequestsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.approvals.register(kind, this.apply.bind(this));
  }

  /** Begins a rule with a first draft. */
  create(context: RequestContext, { definition }: RuleDraftRequest): Promise<RuleDetail> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const { insertId: id } = await tx.write('INSERT INTO rules (created_at) VALUES (?)', [
        this.clock.now(),
      ]);
      await this.insert(tx, context, { id, version: 1, definition });
      return this.reader.one(id, tx);
    });
  }

  /**
   * Saves a draft: over the draft there is, which then waits for nobody any more, or after the published version.
   * @throws ApiException NOT_FOUND, RULE_CHANGED when another version or draft was read.
   */
  save(context: RequestContext, id: number, request: RuleDraftRequest): Promise<RuleDetail> {
    const { definition, base_version, base_changed_at = null } = request;
    return this.idempotency.once(context.idempotency, async (tx) => {
      const newest = await this.lock(tx, id);
      const isRead = newest.version === base_version && [null, newest.changedAt].includes(base_changed_at);
      if (!isRead) throw new ApiException('RULE_CHANGED');
      if (newest.state === 'draft') {
        const { userId } = context.actor;
        const values = [JSON.stringify(definition), userId, this.clock.now(), id, newest.version];
        await tx.write(changeDraft, values);
        await this.log(tx, context, 'rule.drafted', { id, version: newest.version, definition });
      } else await this.insert(tx, context, { id, version: newest.version + 1, definition });
      return this.reader.one(id, tx);
    });
  }

  /**
   * Asks a second administrator to publish a draft as it is.
   * @throws ApiException NOT_FOUND, RULE_CHANGED when it is not the newest, no draft, or not as it was read, APPROVAL_REQUIRED.
   */
  publish(context: RequestContext, id: number, request: RulePublishRequest): Promise<AwaitingApproval> {
    const { version, changed_at = null } = request;
    return this.idempotency.once(context.idempotency, async (tx) => {
      const newest = await this.lock(tx, id);
      const isRead = newest.version === version && [null, newest.changedAt].includes(changed_at);
      if (!isRead || newest.state !== 'draft') throw new ApiException('RULE_CHANGED');
      await demandApproval(tx, context);
      const definition = JSON.parse(newest.definition) as RuleDefinition;
      const to = `${definition.name[context.language]} (${version})`;
      const payload = {
        changes: [{ field: 'rule' as const, from: null, to }],
        motive: null,
        language: context.language,
        rule: { id, version, digest: digestOf(newest) },
      };
      const asked = await this.requests.request(tx, { kind, subjectId: null, payload }, authorOf(context));
      await tx.write(wait, [asked.approval.id, id, version]);
      return asked;
    });
  }

  /** @throws ApiException APPROVAL_OUTDATED when the draft differs from the requested one. */
  private async apply(tx: Transaction, { payload }: ApprovedRequest, context: RequestContext) {
    const { id, version, digest } = subjectOf(payload, 'rule');
    await tx.exists(lockAll);
    const newest = await this.lock(tx, id);
    const isSame = newest.version === version && newest.state === 'draft' && digestOf(newest) === digest;
    if (!isSame) throw new ApiException('APPROVAL_OUTDATED');
    const publication = await tx.count(nextPublication);
    await tx.write(replace, [id]);
    await tx.write(publish, [this.clock.now(), publication, id, version]);
    const definition = JSON.parse(newest.definition) as RuleDefinition;
    await this.log(tx, context, 'rule.published', { id, version, definition });
    return () => undefined;
  }

  /** @throws ApiException NOT_FOUND. */
  private lock(tx: Transaction, id: number): Promise<Newest> {
    return tx.found(newestRow, newestOf, [id]);
  }

  private async insert(
    tx: Transaction,
    context: RequestContext,
    { id, version, definition }: { id: number; version: number; definition: RuleDefinition },
  ): Promise<void> {
    const now = this.clock.now();
    await tx.write(insertVersion, [[id, version, JSON.stringify(definition), context.actor.userId, now]]);
    await this.log(tx, context, 'rule.drafted', { id, version, definition });
  }

  private log(
    tx: Transaction,
    context: RequestContext,
    action: 'rule.drafted' | 'rule.published',
    { id, version, definition }: { id: number; version: number; definition: RuleDefinition },
  ): Promise<void> {
    const values = { id, version, name: definition.name.fr };
    return this.audit.record(tx, { action, type: 'warning', values, ...authorOf(context) });
  }
}

const digestOf = ({ definition }: Newest) => createHash('sha256').update(definition).digest('hex');
