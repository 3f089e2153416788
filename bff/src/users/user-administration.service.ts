import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { ApprovalChange, AwaitingApproval } from '@bank/contracts/approvals';
import type {
  AccountLimits,
  ActivateUserRequest,
  ChangeLimitsRequest,
  CreateUserRequest,
  ManagedUser,
  SavedUser,
  UpdateUserRequest,
} from '@bank/contracts/admin';
import { rule } from '@bank/contracts/validation';
import { AccountsService } from '../accounts/accounts.service';
import { PasswordsService } from '../auth/passwords.service';
import { newToken } from '../auth/secrets';
import { SessionsService } from '../auth/sessions.service';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import type { KeyedCall } from '../common/idempotency';
import { inTransaction } from '../common/transaction';
import { LedgerService } from '../ledger/ledger.service';
import { ApprovalRequestsService, type NewApproval } from '../staff-approvals/approval-requests.service';
import { ProvenCalls, type Author } from '../staff-approvals/proven-calls.service';

import { AdminUsersService } from './admin-users.service';
import { BalanceAdjustmentsService, type Adjustment } from './balance-adjustments.service';
import { changesOf, raisesBeyondOne, refuseOwn, touchesAuthority } from './user-changes';
import { UserWritesService, type Afterwards, type Change } from './user-writes.service';
import { UsersService } from './users.service';

/** What the ledger says of the first balance of an account. */
export const firstBalance = 'Solde initial';

/** What a request changes of a person, and whether it waits for a second administrator. */
interface Plan {
  current: ManagedUser;
  written: ApprovalChange[];
  moved: Adjustment | undefined;
  /** All of it, a balance included. */
  changes: ApprovalChange[];
  waits: boolean;
}

type Waiting = Omit<NewApproval, 'payload'> &
  Pick<NewApproval['payload'], 'changes' | 'motive' | 'passwordLink'>;

/**
 * What administrators do to people: at once what one may do alone; what would make an administrator or move much becomes a
 * request to a second one. Accounts are locked before people's rows, as everywhere.
 */
@Injectable()
export class UserAdministrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly proven: ProvenCalls,
    private readonly approvals: ApprovalRequestsService,
    private readonly users: UsersService,
    private readonly managed: AdminUsersService,
    private readonly writes: UserWritesService,
    private readonly balances: BalanceAdjustmentsService,
    private readonly accounts: AccountsService,
    private readonly ledger: LedgerService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a person with an account that holds what it shall; an administrator, or a large balance, by a request.
   * @throws Failure EMAIL_TAKEN, USERNAME_TAKEN, PASSWORD_TOO_COMMON, INSUFFICIENT_FUNDS for a balance below the
   * overdraft, AMOUNT_OUT_OF_RANGE; for a request PROOF_REQUIRED and what a proof throws.
   */
  async create(
    request: CreateUserRequest,
    keyed: KeyedCall,
    author: Author,
  ): Promise<ManagedUser | AwaitingApproval> {
    const { password, balance, currentPassword, code, ...person } = request;
    const { userId } = author.actor;
    const passwordHash = await this.hashed(password ?? newToken(), person);
    const call = { author, keyed, proof: { currentPassword, code } };
    return this.proven.once(call, async (runner, demandProof) => {
      const isLarge =
        balance !== undefined && (await this.balances.isFirstBeyondOne(runner, balance, userId));
      if (person.role === 'admin' || isLarge) {
        demandProof();
        await this.users.refuseTaken(runner, person.email, person.username ?? '');
        const changes = changesOf({}, { ...person, balance });
        const passwordLink = person.role === 'admin' || password !== undefined;
        const waiting = { changes, motive: null, passwordLink } as const;
        return this.ask(runner, { kind: 'user_created', subjectId: null, ...waiting }, keyed, author);
      }
      const change = { initiator: userId, author };
      const { language } = author.call;
      const id = await this.writes.create(runner, { ...person, passwordHash, language }, change);
      if (balance) {
        const adjustment = await this.balances.lock(runner, id, balance);
        await this.balances.makeAlone(runner, adjustment, this.adjustedBy(author, firstBalance));
      }
      return this.managed.read(runner, id);
    });
  }

  /**
   * Replaces what is written of a person. Another balance is an adjustment in the ledger, with its reason; a verification
   * that waits is decided by what is written of their identity. A customer's new password is temporary; an administrator
   * is mailed a link instead. What makes an administrator, gives another one a new e-mail or moves much becomes a request,
   * with all that came with it.
   * @throws Failure NOT_FOUND, LAST_ADMINISTRATOR, OWN_USER_CHANGE, INVALID_FIELDS for another balance without a reason,
   * and what `create` does; for a password, too, PROOF_REQUIRED.
   */
  async update(
    id: number,
    request: UpdateUserRequest,
    keyed: KeyedCall,
    author: Author,
  ): Promise<SavedUser | AwaitingApproval> {
    const { password, reason, currentPassword, code } = request;
    const passwordHash = password === undefined ? undefined : await this.hashed(password, request);
    let afterwards: Afterwards = [];
    const call = { author, keyed, proof: { currentPassword, code } };
    const answer = await this.proven.once(call, async (runner, demandProof) => {
      const plan = await this.plan(runner, id, request, author);
      if (passwordHash !== undefined || plan.waits) demandProof();
      if (plan.waits) {
        const { changes } = plan;
        const waiting = { changes, motive: reason ?? null, passwordLink: passwordHash !== undefined };
        return this.ask(runner, { kind: 'user_changed', subjectId: id, ...waiting }, keyed, author);
      }
      const change = { initiator: author.actor.userId, author };
      afterwards = await this.makeAlone(runner, plan, reason, change);
      if (passwordHash === undefined) return this.managed.read(runner, id);
      const isColleague = plan.current.role === 'admin';
      const told = isColleague
        ? await this.writes.sendPasswordLink(runner, id, change)
        : await this.writes.setPassword(runner, plan.current, passwordHash, change);
      afterwards.push(...told);
      const saved = await this.managed.read(runner, id);
      return isColleague ? { ...saved, password_link_sent: true as const } : saved;
    });
    afterwards.forEach((then) => then());
    return answer;
  }

  /** Lets a person in, or out. @throws Failure NOT_FOUND, LAST_ADMINISTRATOR, OWN_USER_CHANGE. */
  activate(id: number, { status }: ActivateUserRequest, author: Author): Promise<ManagedUser> {
    return inTransaction(this.dataSource, async (runner) => {
      const current = await this.managed.lock(runner, id);
      if (status !== 'active') await this.writes.keepAnAdministrator(runner, id);
      if (id === author.actor.userId) refuseOwn(changesOf({ status: current.status }, { status }));
      await this.writes.activate(runner, current, status, { initiator: author.actor.userId, author });
      return this.managed.read(runner, id);
    });
  }

  /**
   * Deletes a person: they can no longer be found and their e-mail is free, what the ledger wrote stays.
   * @throws Failure NOT_FOUND, OWN_USER, LAST_ADMINISTRATOR, ACCOUNT_NOT_EMPTY.
   */
  async remove(id: number, author: Author): Promise<void> {
    if (id === author.actor.userId) throw new Failure('OWN_USER');
    await inTransaction(this.dataSource, async (runner) => {
      await this.managed.read(runner, id);
      const accountId = await this.accounts.idOf(runner, id);
      const account = (await this.ledger.lock(runner, [accountId])).get(accountId);
      if (account?.balance !== 0n || account.held !== 0n) throw new Failure('ACCOUNT_NOT_EMPTY');
      await this.writes.keepAnAdministrator(runner, id);
      await runner.query(`UPDATE users SET status = 'inactive', deleted_at = ? WHERE id = ?`, [
        this.clock.now(),
        id,
      ]);
      await this.sessions.endAll(runner, id, 'deactivated');
      await this.writes.log(runner, author, 'user.deleted', `Utilisateur ${id} supprimé.`);
    });
  }

  /**
   * Sets the limits of a person's account (wire contract, section 4); one that is raised high by a request.
   * @throws Failure NOT_FOUND, OWN_USER_CHANGE; for a request PROOF_REQUIRED and what a proof throws.
   */
  setLimits(
    id: number,
    request: ChangeLimitsRequest,
    keyed: KeyedCall,
    author: Author,
  ): Promise<AccountLimits | AwaitingApproval> {
    const { reason, currentPassword, code, ...limits } = request;
    const call = { author, keyed, proof: { currentPassword, code } };
    return this.proven.once(call, async (runner, demandProof) => {
      await this.managed.read(runner, id);
      const accountId = await this.accounts.idOf(runner, id);
      const changes = changesOf({ ...(await this.accounts.lockLimits(runner, accountId)) }, limits);
      if (id === author.actor.userId) refuseOwn(changes);
      if (raisesBeyondOne(changes)) {
        demandProof();
        const waiting = { changes, motive: reason, passwordLink: false };
        return this.ask(runner, { kind: 'limits_changed', subjectId: id, ...waiting }, keyed, author);
      }
      await this.writes.setLimits(runner, { id, accountId }, limits, reason, author);
      return limits;
    });
  }

  /**
   * What a request changes of a person, whose account and row are locked from here on, and whether it waits.
   * @throws Failure NOT_FOUND, LAST_ADMINISTRATOR and OWN_USER_CHANGE of oneself, INVALID_FIELDS.
   */
  private async plan(
    runner: QueryRunner,
    id: number,
    { password, balance, reason, currentPassword: _proof, code: _code, ...person }: UpdateUserRequest,
    { actor: { userId } }: Author,
  ): Promise<Plan> {
    const adjustment = balance === undefined ? undefined : await this.balances.lock(runner, id, balance);
    const current = await this.managed.lock(runner, id);
    const wanted = { ...person, phone: person.phone ?? null, username: person.username ?? current.username };
    const written = changesOf({ ...current }, wanted);
    const moved = adjustment?.amount ? adjustment : undefined;
    const changes = [...written, ...changesOf({ balance: moved?.from }, moved ? { balance } : {})];
    if (id === userId) {
      const stays = person.role === 'admin' && person.status === 'active';
      if (!stays) await this.writes.keepAnAdministrator(runner, id);
      refuseOwn(changes, password !== undefined);
    }
    if (moved && reason === undefined) {
      throw new Failure('INVALID_FIELDS', { fields: { reason: rule('REQUIRED') } });
    }
    const isLarge = moved !== undefined && (await this.balances.isBeyondOne(runner, moved, userId));
    return { current, written, changes, moved, waits: isLarge || touchesAuthority(current, written) };
  }

  /** Makes the changes of a plan that one administrator answers for. */
  private async makeAlone(
    runner: QueryRunner,
    { current, written, moved }: Plan,
    reason: string | undefined,
    change: Change,
  ): Promise<Afterwards> {
    if (moved) await this.balances.makeAlone(runner, moved, this.adjustedBy(change.author, reason ?? ''));
    return this.writes.change(runner, current, written, reason ?? null, change);
  }

  private ask(
    runner: QueryRunner,
    { kind, subjectId, ...payload }: Waiting,
    keyed: KeyedCall,
    author: Author,
  ): Promise<AwaitingApproval> {
    keyed.reply.status(202);
    const { language, requestId } = author.call;
    const request = { kind, subjectId, payload: { ...payload, language } };
    return this.approvals.request(runner, request, { ...author.actor, requestId });
  }

  private hashed(
    password: string,
    person: Pick<CreateUserRequest, 'email' | 'username' | 'first_name' | 'last_name'>,
  ) {
    const { email, username = '', first_name, last_name } = person;
    this.passwords.refuseCommon(password, 'password', email, username, first_name, last_name);
    return this.passwords.hash(password);
  }

  private adjustedBy({ actor, call }: Author, reason: string) {
    return { userId: actor.userId, requestId: call.requestId, reason };
  }
}
