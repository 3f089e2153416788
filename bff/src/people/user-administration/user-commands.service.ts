import { Injectable } from '@nestjs/common';
import type { AwaitingApproval } from '@bank/contracts/approvals';
import type {
  AccountLimits,
  ActivateUserRequest,
  ChangeLimitsRequest,
  CreateUserRequest,
  ManagedUser,
  ResetFactorsRequest,
  SavedUser,
  UpdateUserRequest,
} from '@bank/contracts/admin';
import { Database, type Transaction } from '../../platform/database/database';
import { demandApproval } from '../../platform/http/approval';
import { Idempotency } from '../../platform/http/idempotency.service';
import { ApiException } from '../../platform/errors/api-exception';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { PasswordsService } from '../auth/passwords.service';
import { SecondFactors } from '../auth/second-factors.service';
import { newToken } from '../../platform/security/secrets';
import { SessionsService } from '../auth/sessions.service';
import { IdentityCases } from '../kyc/identity-cases.service';
import { ApprovalRequestsService, type NewApproval } from '../staff-approvals/approval-requests.service';
import { asCustomer } from '../staff-approvals/new-customer';
import { CustomerAccounts } from '../users/customer-accounts';
import { UsersService } from '../users/users.service';
import {
  changesOf,
  opensAccount,
  raisesBeyondOne,
  refuseBeyondRoles,
  refuseOwn,
  wantedStaffRoles,
} from './user-changes';
import { UserConflicts } from './user-conflicts.service';
import { adjustedBy, UserPlans } from './user-plans.service';
import { UserQueriesService } from './user-queries.service';
import { UserWritesService, type AfterCommit } from './user-writes.service';

/** The reason of an initial balance in the ledger. */
export const initialBalanceReason = 'Solde initial';

type PendingChange = Omit<NewApproval, 'payload'> &
  Pick<NewApproval['payload'], 'changes' | 'motive' | 'passwordLink'>;

/**
 * Administrators' changes of users. Those that promote an administrator or move large amounts become requests for a second
 * administrator. Accounts are locked before users, as everywhere.
 */
@Injectable()
export class UserCommandsService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly approvals: ApprovalRequestsService,
    private readonly identities: IdentityCases,
    private readonly users: UsersService,
    private readonly managed: UserQueriesService,
    private readonly writes: UserWritesService,
    private readonly plans: UserPlans,
    private readonly conflicts: UserConflicts,
    private readonly accounts: CustomerAccounts,
    private readonly passwords: PasswordsService,
    private readonly factors: SecondFactors,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Adds a user with an account and a balance; an administrator, or a large balance, by a request.
   * @throws ApiException EMAIL_TAKEN, USERNAME_TAKEN, PASSWORD_TOO_COMMON, INSUFFICIENT_FUNDS for a balance below the
   * overdraft, AMOUNT_OUT_OF_RANGE; for a request APPROVAL_REQUIRED.
   */
  async create(context: RequestContext, request: CreateUserRequest): Promise<ManagedUser | AwaitingApproval> {
    const { password, balance, ...person } = request;
    const { language, actor } = context;
    const staffRoles = wantedStaffRoles(person);
    const named = { ...person, staff_roles: staffRoles || undefined };
    refuseBeyondRoles(actor, changesOf(asCustomer, { ...named, balance: balance || undefined }));
    const passwordHash = await this.hashed(password ?? newToken(), person);
    return this.idempotency.once(context.idempotency, async (tx) => {
      const isLarge =
        balance !== undefined && (await this.accounts.firstNeedsApproval(tx, balance, actor.userId));
      if (person.role === 'admin' || isLarge) {
        await demandApproval(tx, context);
        await this.users.refuseTaken(tx, person.email, person.username ?? '');
        return this.requestApproval(tx, context, {
          kind: 'user_created',
          subjectId: null,
          changes: changesOf({}, { ...named, balance }),
          motive: null,
          passwordLink: person.role === 'admin' || password !== undefined,
        });
      }
      const change = { initiator: actor.userId, context };
      const id = await this.writes.create(tx, { ...person, passwordHash, language }, change);
      if (balance) {
        const adjustment = await this.accounts.lockForBalance(tx, id, balance);
        await this.accounts.adjustAlone(tx, adjustment, adjustedBy(context, initialBalanceReason));
      }
      return this.managed.read(tx, id);
    });
  }

  /**
   * Replaces a user's fields. Another balance is posted as an adjustment with its reason; a new KYC status decides a pending
   * verification. A customer's new password is temporary; an administrator is mailed a link instead. What needs a second
   * administrator becomes a request that holds all changes.
   * @throws ApiException NOT_FOUND, LAST_ADMINISTRATOR, OWN_USER_CHANGE and what `create` does; for a password,
   * too, APPROVAL_REQUIRED, and for another e-mail by a caller with a second factor.
   */
  async update(
    context: RequestContext,
    id: number,
    request: UpdateUserRequest,
  ): Promise<SavedUser | AwaitingApproval> {
    const { password } = request;
    const passwordHash = password === undefined ? undefined : await this.hashed(password, request);
    let afterCommit: AfterCommit = [];
    const saved = await this.idempotency.once(context.idempotency, async (tx) => {
      const plan = await this.plans.of(tx, id, request, context.actor);
      const isProtected = await this.factors.has(tx, context.actor.userId);
      if (passwordHash !== undefined || plan.needsApproval || (isProtected && opensAccount(plan.fields))) {
        await demandApproval(tx, context);
      }
      if (plan.needsApproval) {
        return this.requestApproval(tx, context, {
          kind: 'user_changed',
          subjectId: id,
          changes: plan.changes,
          motive: plan.reason,
          passwordLink: passwordHash !== undefined,
        });
      }
      const change = { initiator: context.actor.userId, context };
      afterCommit = await this.plans.apply(tx, plan, change);
      if (passwordHash === undefined) return this.managed.read(tx, id);
      const isColleague = plan.current.role === 'admin';
      const tasks = isColleague
        ? await this.writes.sendPasswordLink(tx, id, change)
        : await this.writes.setPassword(tx, plan.current, passwordHash, change);
      afterCommit.push(...tasks);
      const user = await this.managed.read(tx, id);
      return isColleague ? { ...user, password_link_sent: true as const } : user;
    });
    afterCommit.forEach((task) => task());
    return saved;
  }

  /**
   * Activates or deactivates a user; a no-op when they are so already.
   * @throws ApiException NOT_FOUND, LAST_ADMINISTRATOR, OWN_USER_CHANGE.
   */
  activate(context: RequestContext, id: number, { status }: ActivateUserRequest): Promise<ManagedUser> {
    const { userId } = context.actor;
    return this.database.transaction(async (tx) => {
      const current = await this.managed.lock(tx, id);
      const changes = changesOf({ status: current.status }, { status });
      refuseBeyondRoles(context.actor, changes, { user: current });
      if (status !== 'active') await this.writes.keepAnOwner(tx, id);
      if (id === userId) refuseOwn(changes);
      if (current.status === status) return current;
      await this.writes.activate(tx, current, status, { initiator: userId, context });
      return this.managed.read(tx, id);
    });
  }

  /**
   * Deletes a user, whose e-mail is then free; their ledger entries stay.
   * @throws ApiException NOT_FOUND, OWN_USER, LAST_ADMINISTRATOR, ACCOUNT_NOT_EMPTY.
   */
  async remove(context: RequestContext, id: number): Promise<void> {
    if (id === context.actor.userId) throw new ApiException('OWN_USER');
    await this.database.transaction(async (tx) => {
      const user = await this.managed.lock(tx, id);
      refuseBeyondRoles(context.actor, [{ field: 'status' }], { user });
      await this.accounts.requireEmpty(tx, id);
      await this.writes.keepAnOwner(tx, id);
      await this.identities.endWithRelation(tx, id, context.actor.userId);
      await this.users.end(tx, id, 'administrator');
      await this.sessions.endAll(tx, id, 'deactivated');
      await this.writes.log(tx, context, 'user.deleted', { text: 'user.deleted', values: { id } });
    });
  }

  /**
   * Sets the limits of a user's account (wire contract, section 4); high ones by a request.
   * @throws ApiException NOT_FOUND, USER_CHANGED, OUTSIDE_ROLES, OWN_USER_CHANGE; for a request APPROVAL_REQUIRED.
   */
  setLimits(
    context: RequestContext,
    id: number,
    request: ChangeLimitsRequest,
  ): Promise<AccountLimits | AwaitingApproval> {
    const { reason, seen = {}, ...wanted } = request;
    return this.idempotency.once(context.idempotency, async (tx) => {
      const user = await this.managed.read(tx, id);
      const accountId = await this.accounts.idOf(tx, id);
      const current = { ...(await this.accounts.lockLimits(tx, accountId)) };
      const change = { id, authorId: context.actor.userId };
      const merged = await this.conflicts.sinceSeen(tx, change, { current, wanted, seen });
      const limits = { ...wanted, ...merged } as AccountLimits;
      const changes = changesOf(current, { ...limits });
      refuseBeyondRoles(context.actor, changes, { user });
      if (id === context.actor.userId) refuseOwn(changes);
      if (raisesBeyondOne(changes)) {
        await demandApproval(tx, context);
        return this.requestApproval(tx, context, {
          kind: 'limits_changed',
          subjectId: id,
          changes,
          motive: reason,
        });
      }
      await this.writes.setLimits(tx, { id, accountId, changes }, limits, reason, context);
      return limits;
    });
  }

  /**
   * Asks a second administrator to free a user of the second factors that they lost; nobody asks for themselves.
   * @throws ApiException NOT_FOUND, OWN_USER_CHANGE, TWO_FACTOR_NOT_ENABLED without any, APPROVAL_REQUIRED.
   */
  resetFactors(
    context: RequestContext,
    id: number,
    { reason }: ResetFactorsRequest,
  ): Promise<AwaitingApproval> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      await this.managed.read(tx, id);
      if (id === context.actor.userId) throw new ApiException('OWN_USER_CHANGE');
      if (!(await this.factors.has(tx, id))) throw new ApiException('TWO_FACTOR_NOT_ENABLED');
      await demandApproval(tx, context);
      const request = { kind: 'factors_reset', subjectId: id, motive: reason } as const;
      return this.requestApproval(tx, context, { ...request, changes: [] });
    });
  }

  private requestApproval(
    tx: Transaction,
    context: RequestContext,
    { kind, subjectId, ...payload }: PendingChange,
  ): Promise<AwaitingApproval> {
    const request = { kind, subjectId, payload: { ...payload, language: context.language } };
    return this.approvals.request(tx, request, authorOf(context));
  }

  private hashed(
    password: string,
    person: Pick<CreateUserRequest, 'email' | 'username' | 'first_name' | 'last_name'>,
  ) {
    const { email, username = '', first_name, last_name } = person;
    this.passwords.refuseCommon(password, 'password', email, username, first_name, last_name);
    return this.passwords.hash(password);
  }
}
