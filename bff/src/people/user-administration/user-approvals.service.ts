import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AccountLimits } from '@bank/contracts/admin';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { RequestContext } from '../../platform/http/request-context';
import { PasswordsService } from '../auth/passwords.service';
import { SecondFactors } from '../auth/second-factors.service';
import { newToken } from '../../platform/security/secrets';
import { SecondApproverService } from '../staff-approvals/second-approver.service';
import { StaffApprovalsService, type ApprovedRequest } from '../staff-approvals/staff-approvals.service';
import { CustomerAccounts } from '../users/customer-accounts';
import { isStill, namedFields, wantedBy, wantedFields } from './user-changes';
import { initialBalanceReason } from './user-commands.service';
import { UserQueriesService } from './user-queries.service';
import { UserWritesService, type AfterCommit, type UserFields } from './user-writes.service';

/** Applies changes of users that a second administrator approved, unless the data has changed since. */
@Injectable()
export class UserApprovalsService implements OnModuleInit {
  /** The hash of an unknown password: new users choose one by a link. Computed once, outside transactions. */
  private unusableHash = '';

  constructor(
    private readonly approvals: StaffApprovalsService,
    private readonly managed: UserQueriesService,
    private readonly writes: UserWritesService,
    private readonly accounts: CustomerAccounts,
    private readonly passwords: PasswordsService,
    private readonly second: SecondApproverService,
    private readonly factors: SecondFactors,
  ) {}

  async onModuleInit(): Promise<void> {
    this.unusableHash = await this.passwords.hash(newToken());
    this.approvals.register('user_created', this.create.bind(this));
    this.approvals.register('user_changed', this.change.bind(this));
    this.approvals.register('limits_changed', this.setLimits.bind(this));
    this.approvals.register('factors_reset', this.resetFactors.bind(this));
  }

  private async create(
    tx: Transaction,
    request: ApprovedRequest,
    context: RequestContext,
  ): Promise<() => void> {
    const { changes, passwordLink, language } = request.payload;
    const { balance } = wantedBy(changes);
    const person = wantedFields(changes);
    const change = { initiator: request.requestedBy, context };
    const written = { ...(person as UserFields), passwordHash: this.unusableHash, language };
    const id = await this.writes.create(tx, written, change);
    await this.approvals.created(tx, request, id);
    if (typeof balance === 'number') await this.adjust(tx, id, balance, request, context);
    return inTurn(passwordLink ? await this.writes.sendPasswordLink(tx, id, change) : []);
  }

  private async change(
    tx: Transaction,
    request: ApprovedRequest,
    context: RequestContext,
  ): Promise<() => void> {
    const id = subjectOf(request);
    const { changes, motive, passwordLink } = request.payload;
    const { balance } = wantedBy(changes);
    const adjusts = typeof balance === 'number';
    const adjustment = adjusts ? await this.accounts.lockForBalance(tx, id, balance) : undefined;
    const current = await this.managed.lock(tx, id);
    const isUnchanged = isStill(
      { ...namedFields(current), ...(adjustment && { balance: adjustment.from }) },
      changes,
    );
    // Otherwise another administrator could by now sign in as the user who is promoted.
    const isTouched = await this.second.isTouchedSince(tx, id, request.requestedAt);
    if (!isUnchanged || isTouched) throw new ApiException('APPROVAL_OUTDATED');
    if (adjusts) await this.adjust(tx, id, balance, request, context);
    const change = { initiator: request.requestedBy, context };
    const written = changes.filter(({ field }) => field !== 'balance');
    const tasks = await this.writes.change(tx, current, written, motive, change);
    return inTurn([...tasks, ...(passwordLink ? await this.writes.sendPasswordLink(tx, id, change) : [])]);
  }

  private async setLimits(tx: Transaction, request: ApprovedRequest, context: RequestContext) {
    const id = subjectOf(request);
    const { changes, motive } = request.payload;
    await this.managed.read(tx, id);
    const accountId = await this.accounts.idOf(tx, id);
    const current = await this.accounts.lockLimits(tx, accountId);
    if (!isStill({ ...current }, changes)) throw new ApiException('APPROVAL_OUTDATED');
    const limits = { ...current, ...wantedBy(changes) } as AccountLimits;
    await this.writes.setLimits(tx, { id, accountId, changes }, limits, motive ?? '', context);
    return inTurn([]);
  }

  private async resetFactors(tx: Transaction, request: ApprovedRequest, context: RequestContext) {
    const id = subjectOf(request);
    await this.managed.lock(tx, id);
    // Otherwise somebody who changed the password meanwhile would get in.
    const isTouched = await this.second.isTouchedSince(tx, id, request.requestedAt);
    // A factor that was added meanwhile is not lost: its owner has helped themselves.
    const isOther = await this.factors.haveChangedSince(tx, id, request.requestedAt);
    if (isTouched || isOther) throw new ApiException('APPROVAL_OUTDATED');
    await this.writes.resetFactors(tx, id, { initiator: request.requestedBy, context });
    return inTurn([]);
  }

  /** Records the adjustment for the requester; the log names the approver as well. */
  private async adjust(
    tx: Transaction,
    id: number,
    balance: number,
    { payload, requestedBy: userId }: ApprovedRequest,
    { requestId }: RequestContext,
  ): Promise<void> {
    const adjustment = await this.accounts.lockForBalance(tx, id, balance);
    const reason = payload.motive ?? initialBalanceReason;
    if (adjustment.amount !== 0n) {
      await this.accounts.adjust(tx, adjustment, { userId, requestId, reason });
    }
  }
}

const inTurn = (tasks: AfterCommit) => () => tasks.forEach((task) => task());

function subjectOf({ subjectId }: ApprovedRequest): number {
  if (subjectId === null) throw new Error('an approved change has no user');
  return subjectId;
}
