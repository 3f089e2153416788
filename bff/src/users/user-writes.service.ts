import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { ApprovalChange } from '@bank/contracts/approvals';
import type { AccountLimits, CreateUserRequest, ManagedUser } from '@bank/contracts/admin';
import type { Language } from '@bank/contracts/language';
import { AccountsService } from '../accounts/accounts.service';
import { AuditService } from '../audit/audit.service';
import { PasswordResetService } from '../auth/password-reset.service';
import { SessionsService } from '../auth/sessions.service';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { KycReviewService } from '../kyc/kyc-review.service';
import { MailService } from '../mail/mail.service';
import { NotificationsService } from '../notifications/notifications.service';
import type { Author } from '../staff-approvals/proven-calls.service';
import { SecondApproverService } from '../staff-approvals/second-approver.service';
import { wantedBy } from './user-changes';
import { UsersService, type ChangedUser } from './users.service';

/** How long a password that an administrator set signs in. */
const temporaryHours = 72;
const hourMilliseconds = 60 * 60_000;

/** What is written of somebody new, but for a password and a balance. */
export type WrittenPerson = Omit<CreateUserRequest, 'password' | 'balance' | 'currentPassword' | 'code'>;

export type NewPerson = WrittenPerson & { passwordHash: string; language: Language };

/** A change of a person: who wanted it, and who answers for it in this request. */
export interface Change {
  /** Whom the change is to be laid to: who asked for it, where two were needed. */
  initiator: number;
  author: Author;
}

/** What is to be done once a transaction has committed, such as a mail. */
export type Afterwards = (() => void)[];

/** Writes to people what was decided, in the transaction that decided it. Accounts are locked before people's rows. */
@Injectable()
export class UserWritesService {
  constructor(
    private readonly users: UsersService,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly resets: PasswordResetService,
    private readonly review: KycReviewService,
    private readonly second: SecondApproverService,
    private readonly notifications: NotificationsService,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a person with an empty account and answers their id.
   * @throws Failure EMAIL_TAKEN, USERNAME_TAKEN.
   */
  async create(runner: QueryRunner, person: NewPerson, { initiator, author }: Change): Promise<number> {
    const username = person.username ?? (await this.users.freeUsername(runner, person.email));
    const id = await this.users.create(runner, { ...person, username });
    await this.accounts.open(runner, id);
    await this.second.note(runner, id, initiator, 'created');
    await this.log(runner, author, 'user.created', `Utilisateur ${id} créé.`);
    return id;
  }

  /**
   * Replaces what changes name of a person; a balance is not among it. A verification that waits is decided by what is
   * written of their identity, and a customer's old address is told of the new one.
   * @throws Failure LAST_ADMINISTRATOR, EMAIL_TAKEN, USERNAME_TAKEN.
   */
  async change(
    runner: QueryRunner,
    current: ManagedUser,
    changes: ApprovalChange[],
    motive: string | null,
    { initiator, author }: Change,
  ): Promise<Afterwards> {
    const { id } = current;
    const next = { ...current, ...wantedBy(changes) } as ManagedUser;
    if (next.role !== 'admin' || next.status !== 'active') await this.keepAnAdministrator(runner, id);
    if (next.kyc_status !== 'pending' && next.kyc_status !== current.kyc_status) {
      const by = { ...author.actor, requestId: author.call.requestId };
      await this.review.decideWaiting(runner, by, id, next.kyc_status);
    }
    await this.users.update(runner, id, { ...next, phone: next.phone ?? undefined } as ChangedUser);
    await this.followUp(runner, current, next, initiator);
    const why = motive === null ? '' : ` Motif : ${motive}`;
    await this.log(runner, author, 'user.changed', `Utilisateur ${id} modifié.${why}`);
    return next.email === current.email ? [] : [await this.newEmail(runner, current, next.email)];
  }

  /** Lets a person in, or out. @throws Failure LAST_ADMINISTRATOR. */
  async activate(
    runner: QueryRunner,
    current: ManagedUser,
    status: ManagedUser['status'],
    { initiator, author }: Change,
  ): Promise<void> {
    const { id } = current;
    if (status !== 'active') await this.keepAnAdministrator(runner, id);
    await runner.query('UPDATE users SET status = ? WHERE id = ?', [status, id]);
    await this.followUp(runner, current, { ...current, status }, initiator);
    const now = status === 'active' ? 'activé' : 'désactivé';
    await this.log(runner, author, 'user.activated', `Utilisateur ${id} ${now}.`);
  }

  /** Replaces the limits of a person's account. */
  async setLimits(
    runner: QueryRunner,
    { id, accountId }: { id: number; accountId: number },
    limits: AccountLimits,
    motive: string,
    author: Author,
  ): Promise<void> {
    await this.accounts.setLimits(runner, accountId, limits);
    const message = `Plafonds de l’utilisateur ${id} modifiés. Motif : ${motive}`;
    await this.log(runner, author, 'user.limits', message);
  }

  /** Sets a customer's password for a while: every session of theirs ends, and they are told. */
  async setPassword(
    runner: QueryRunner,
    { id, email, first_name: name }: ManagedUser,
    passwordHash: string,
    { initiator, author }: Change,
  ): Promise<Afterwards> {
    const until = new Date(this.clock.now().getTime() + temporaryHours * hourMilliseconds);
    await this.users.setPassword(runner, id, passwordHash, until);
    await this.sessions.endAll(runner, id, 'password_changed');
    await runner.query('DELETE FROM mfa_challenges WHERE user_id = ?', [id]);
    await this.voidLinks(runner, id);
    await this.second.note(runner, id, initiator, 'password');
    this.notifications.notify(runner, id, { type: 'security', key: 'password_set', values: {} });
    const message = `Mot de passe provisoire donné à l’utilisateur ${id} ; ses sessions sont fermées.`;
    await this.log(runner, author, 'user.password_set', message);
    const language = await this.users.languageOf(id, runner);
    const values = { name, hours: String(temporaryHours) };
    return [() => this.mail.sendTemplate(email, language, 'password_set', values)];
  }

  /** Has a link mailed by which a person chooses their password themself. */
  async sendPasswordLink(
    runner: QueryRunner,
    id: number,
    { initiator, author }: Change,
  ): Promise<Afterwards> {
    await this.second.note(runner, id, initiator, 'password_link');
    const message = `Lien de choix du mot de passe envoyé à l’utilisateur ${id}.`;
    await this.log(runner, author, 'user.password_link', message);
    return [() => this.resets.invite(id, author.call)];
  }

  /** Refuses a change after which nobody could administer; two such changes at once take turns. */
  async keepAnAdministrator(runner: QueryRunner, without: number): Promise<void> {
    const rows = (await runner.query(
      `SELECT id FROM users WHERE role = 'admin' AND status = 'active' AND deleted_at IS NULL
       ORDER BY id FOR UPDATE`,
    )) as { id: number }[];
    if (rows.length === 1 && Number(rows[0]?.id) === without) throw new Failure('LAST_ADMINISTRATOR');
  }

  log(runner: QueryRunner, { actor, call }: Author, action: string, message: string): Promise<void> {
    const { userId, email } = actor;
    return this.audit.record(runner, {
      ...{ action, type: 'warning', message },
      ...{ userId, email, requestId: call.requestId },
    });
  }

  /** Ends the sessions of whoever is let out, and notes who touched whose authority; see `SecondApproverService`. */
  private async followUp(
    runner: QueryRunner,
    before: ManagedUser,
    after: ManagedUser,
    by: number,
  ): Promise<void> {
    if (after.status !== 'active' && before.status === 'active') {
      await this.sessions.endAll(runner, before.id, 'deactivated');
    }
    if (after.email !== before.email) await this.second.note(runner, before.id, by, 'email');
    if (after.role === 'admin' && before.role !== 'admin') {
      await this.second.note(runner, before.id, by, 'promoted');
    }
    if (after.status === 'active' && before.status !== 'active') {
      await this.second.note(runner, before.id, by, 'reactivated');
    }
  }

  /** A link that was mailed to the old address must not open the account any more; who reads there is told. */
  private async newEmail(
    runner: QueryRunner,
    { id, email: old, first_name: name }: ManagedUser,
    email: string,
  ) {
    await this.voidLinks(runner, id);
    this.notifications.notify(runner, id, { type: 'security', key: 'email_changed', values: { email } });
    const language = await this.users.languageOf(id, runner);
    return () => this.mail.sendTemplate(old, language, 'email_changed', { name, email });
  }

  /** No link that was mailed before opens the account any more; how many were is still counted. */
  private async voidLinks(runner: QueryRunner, id: number): Promise<void> {
    const now = this.clock.now();
    await runner.query('UPDATE password_resets SET expires_at = LEAST(expires_at, ?) WHERE user_id = ?', [
      now,
      id,
    ]);
  }
}
