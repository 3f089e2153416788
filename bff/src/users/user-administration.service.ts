import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type {
  AccountLimits,
  ActivateUserRequest,
  ChangeLimitsRequest,
  CreateUserRequest,
  ManagedUser,
  UpdateUserRequest,
} from '@bank/contracts/admin';
import { toMinor } from '@bank/contracts/money';
import { adjustmentWords } from '@bank/contracts/movements';
import { rule } from '@bank/contracts/validation';
import { AccountsService } from '../accounts/accounts.service';
import { AuditService } from '../audit/audit.service';
import { PasswordsService } from '../auth/passwords.service';
import { newToken } from '../auth/secrets';
import { SessionsService } from '../auth/sessions.service';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { Idempotency, type KeyedCall } from '../common/idempotency';
import { inTransaction } from '../common/transaction';
import { KycReviewService } from '../kyc/kyc-review.service';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { AdminUsersService } from './admin-users.service';
import { UsersService } from './users.service';

/** Who changes something, and in which request. */
interface Author {
  actor: Actor;
  call: Call;
}

/** What administrators do to people. Accounts are locked before people's rows, as everywhere. */
@Injectable()
export class UserAdministrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly idempotency: Idempotency,
    private readonly users: UsersService,
    private readonly managed: AdminUsersService,
    private readonly accounts: AccountsService,
    private readonly ledger: LedgerService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly review: KycReviewService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a person with an account that holds what it shall.
   * @throws Failure EMAIL_TAKEN, USERNAME_TAKEN, PASSWORD_TOO_COMMON, INSUFFICIENT_FUNDS for a balance below the
   * overdraft, AMOUNT_OUT_OF_RANGE.
   */
  async create(request: CreateUserRequest, keyed: KeyedCall, author: Author): Promise<ManagedUser> {
    const { password, balance, ...person } = request;
    const passwordHash = await this.hashed(password ?? newToken(), person);
    return this.idempotency.once(keyed, async (runner) => {
      const { language } = author.call;
      const username = person.username ?? (await this.users.freeUsername(runner, person.email));
      const id = await this.users.create(runner, { ...person, username, passwordHash, language });
      await this.accounts.open(runner, id);
      if (balance !== undefined) await this.setBalance(runner, id, balance, 'Solde initial', author);
      await this.log(runner, author, 'user.created', `Utilisateur ${id} créé.`);
      return this.managed.read(runner, id);
    });
  }

  /**
   * Replaces what is written of a person. Another balance is an adjustment in the ledger, with its reason; a new
   * password ends their sessions; a verification that waits is decided by what is written of their identity.
   * @throws Failure NOT_FOUND, LAST_ADMINISTRATOR, INVALID_FIELDS for another balance without a reason, and what
   * `create` does.
   */
  async update(
    id: number,
    request: UpdateUserRequest,
    keyed: KeyedCall,
    author: Author,
  ): Promise<ManagedUser> {
    const { password, balance, reason, ...person } = request;
    const passwordHash = password === undefined ? undefined : await this.hashed(password, person);
    return this.idempotency.once(keyed, async (runner) => {
      const { username, kyc_status: was } = await this.managed.read(runner, id);
      const { kyc_status: identity } = person;
      if (balance !== undefined) await this.setBalance(runner, id, balance, reason, author);
      if (person.role !== 'admin' || person.status !== 'active') await this.keepAnAdministrator(runner, id);
      if (identity !== 'pending' && identity !== was) {
        const by = { ...author.actor, requestId: author.call.requestId };
        await this.review.decideWaiting(runner, by, id, identity);
      }
      await this.users.update(runner, id, { ...person, username: person.username ?? username });
      if (person.status !== 'active') await this.sessions.endAll(runner, id, 'deactivated');
      if (passwordHash !== undefined) {
        await this.users.setPassword(runner, id, passwordHash);
        await this.sessions.endAll(runner, id, 'password_changed', author.actor.sessionId);
      }
      const why = reason === undefined ? '' : ` Motif : ${reason}`;
      await this.log(runner, author, 'user.changed', `Utilisateur ${id} modifié.${why}`);
      return this.managed.read(runner, id);
    });
  }

  /** @throws Failure NOT_FOUND, LAST_ADMINISTRATOR. */
  activate(id: number, { status }: ActivateUserRequest, author: Author): Promise<ManagedUser> {
    return inTransaction(this.dataSource, async (runner) => {
      if (status !== 'active') await this.keepAnAdministrator(runner, id);
      await runner.query('UPDATE users SET status = ? WHERE id = ? AND deleted_at IS NULL', [status, id]);
      if (status !== 'active') await this.sessions.endAll(runner, id, 'deactivated');
      const user = await this.managed.read(runner, id);
      const now = status === 'active' ? 'activé' : 'désactivé';
      await this.log(runner, author, 'user.activated', `Utilisateur ${id} ${now}.`);
      return user;
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
      await this.keepAnAdministrator(runner, id);
      await runner.query(`UPDATE users SET status = 'inactive', deleted_at = ? WHERE id = ?`, [
        this.clock.now(),
        id,
      ]);
      await this.sessions.endAll(runner, id, 'deactivated');
      await this.log(runner, author, 'user.deleted', `Utilisateur ${id} supprimé.`);
    });
  }

  /** Sets the limits of a person's account (wire contract, section 4). @throws Failure NOT_FOUND. */
  setLimits(id: number, request: ChangeLimitsRequest, author: Author): Promise<AccountLimits> {
    const { reason, ...limits } = request;
    return inTransaction(this.dataSource, async (runner) => {
      await this.managed.read(runner, id);
      const accountId = await this.accounts.idOf(runner, id);
      await this.accounts.setLimits(runner, accountId, limits);
      await this.log(
        runner,
        author,
        'user.limits',
        `Plafonds de l’utilisateur ${id} modifiés. Motif : ${reason}`,
      );
      return limits;
    });
  }

  private hashed(
    password: string,
    person: Pick<CreateUserRequest, 'email' | 'username' | 'first_name' | 'last_name'>,
  ) {
    const { email, username = '', first_name, last_name } = person;
    this.passwords.refuseCommon(password, 'password', email, username, first_name, last_name);
    return this.passwords.hash(password);
  }

  /** Brings an account to a balance by an adjustment of its own, if it differs. */
  private async setBalance(
    runner: QueryRunner,
    userId: number,
    balance: number,
    reason: string | undefined,
    by: Author,
  ): Promise<void> {
    const accountId = await this.accounts.idOf(runner, userId);
    const locked = await this.ledger.lock(runner, [bankAccounts.adjustment, accountId]);
    const amount = toMinor(balance) - (locked.get(accountId)?.balance ?? 0n);
    if (amount === 0n) return;
    if (reason === undefined) throw new Failure('INVALID_FIELDS', { fields: { reason: rule('REQUIRED') } });
    await this.ledger.append(runner, locked, {
      kind: 'adjustment',
      description: adjustmentWords(reason),
      legs: [
        { accountId: bankAccounts.adjustment, amount: -amount },
        { accountId, amount },
      ],
      createdBy: by.actor.userId,
      requestId: by.call.requestId,
    });
  }

  /** Refuses a change after which nobody could administer; two such changes at once take turns. */
  private async keepAnAdministrator(runner: QueryRunner, without: number): Promise<void> {
    const rows = (await runner.query(
      `SELECT id FROM users WHERE role = 'admin' AND status = 'active' AND deleted_at IS NULL
       ORDER BY id FOR UPDATE`,
    )) as { id: number }[];
    if (rows.length === 1 && Number(rows[0]?.id) === without) throw new Failure('LAST_ADMINISTRATOR');
  }

  private log(runner: QueryRunner, { actor, call }: Author, action: string, message: string): Promise<void> {
    const { userId, email } = actor;
    return this.audit.record(runner, {
      ...{ action, type: 'warning', message },
      ...{ userId, email, requestId: call.requestId },
    });
  }
}
