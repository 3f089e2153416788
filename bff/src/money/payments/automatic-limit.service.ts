import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AwaitingApproval } from '@bank/contracts/approvals';
import {
  automaticLimitDefault,
  type PaymentSettings,
  type PaymentSettingsRequest,
} from '@bank/contracts/payment-settings';
import { AuditService } from '../../platform/audit/audit.service';
import { LastChanges } from '../../platform/audit/last-changes.service';
import { BankSettingsService } from '../../platform/bank-settings/bank-settings.service';
import type { Connection, Transaction } from '../../platform/database/database';
import { demandApproval } from '../../platform/http/approval';
import { Idempotency } from '../../platform/http/idempotency.service';
import { ApiException } from '../../platform/errors/api-exception';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { ApprovalRequestsService } from '../../people/staff-approvals/approval-requests.service';
import {
  type ApprovedRequest,
  StaffApprovalsService,
} from '../../people/staff-approvals/staff-approvals.service';

const name = 'automatic_limit';
const action = 'settings.automatic_limit';
const kind = 'payment_settings_changed';

/** The amount in euros up to which the rules let payments go without a person; 0 switches them off. */
@Injectable()
export class AutomaticLimitService implements OnModuleInit {
  constructor(
    private readonly settings: BankSettingsService,
    private readonly approvals: StaffApprovalsService,
    private readonly requests: ApprovalRequestsService,
    private readonly idempotency: Idempotency,
    private readonly audit: AuditService,
    private readonly changes: LastChanges,
  ) {}

  onModuleInit(): void {
    this.approvals.register(kind, this.apply.bind(this));
  }

  async read(connection?: Connection): Promise<PaymentSettings> {
    return { automatic_limit: limitOf(await this.settings.read(name, connection)) };
  }

  /**
   * Lowers the limit at once. A higher one becomes a request: who raises it alone could pay from an account of their own
   * without a review.
   * @throws ApiException APPROVAL_REQUIRED for a higher one; SETTING_CHANGED when it is another one than the caller had read.
   */
  change(
    context: RequestContext,
    { automatic_limit: after, seen }: PaymentSettingsRequest,
  ): Promise<PaymentSettings | AwaitingApproval> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      const before = await this.locked(tx);
      if (seen !== undefined && seen !== before && after !== before) {
        const line = { subject: `settings:${name}`, actions: [action] };
        const by = await this.changes.authorOf(tx, line, context.actor.userId);
        throw new ApiException('SETTING_CHANGED', { by });
      }
      if (after <= before) return this.set(tx, before, after, context);
      await demandApproval(tx, context);
      const changes = [{ field: name, from: before, to: after } as const];
      const payload = { changes, motive: null, language: context.language };
      return this.requests.request(tx, { kind, subjectId: null, payload }, authorOf(context));
    });
  }

  private async apply(tx: Transaction, { payload }: ApprovedRequest, context: RequestContext) {
    const [change] = payload.changes;
    const before = await this.locked(tx);
    if (before !== change?.from) throw new ApiException('APPROVAL_OUTDATED');
    await this.set(tx, before, Number(change.to), context);
    return () => undefined;
  }

  private async locked(tx: Transaction): Promise<number> {
    return Number(await this.settings.lock(tx, name, String(automaticLimitDefault)));
  }

  private async set(tx: Transaction, before: number, after: number, context: RequestContext) {
    await this.settings.write(tx, name, String(after));
    const values = { id: name, before, after };
    await this.audit.record(tx, {
      action,
      type: 'warning',
      values,
      ...authorOf(context),
    });
    return { automatic_limit: after };
  }
}

const limitOf = (stored: string | undefined) =>
  stored === undefined ? automaticLimitDefault : Number(stored);
