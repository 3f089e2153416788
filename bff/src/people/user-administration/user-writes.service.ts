import { Injectable } from '@nestjs/common';
import type { ApprovalChange } from '@bank/contracts/approvals';
import type { AccountLimits, CreateUserRequest, ManagedUser } from '@bank/contracts/admin';
import type { Language } from '@bank/contracts/language';
import type { LogFacts } from '@bank/contracts/log-texts';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { MailService } from '../../platform/mail/mail.service';
import { Clock } from '../../platform/time/clock.service';
import { hourMs } from '../../platform/time/durations';
import { EmailVerificationService } from '../auth/email-verification.service';
import { SecondFactors } from '../auth/second-factors.service';
import { PasswordResetService } from '../auth/password-reset.service';
import { SessionsService } from '../auth/sessions.service';
import { IdentityRenewalService } from '../kyc/identity-renewal.service';
import { KycReviewService } from '../kyc/kyc-review.service';
import { warning } from '../notifications/former-address';
import { NotificationsService } from '../notifications/notifications.service';
import { SecondApproverService } from '../staff-approvals/second-approver.service';
import { activeUser } from '../users/active-user';
import { CustomerAccounts } from '../users/customer-accounts';
import { UsersService, type ChangedUser } from '../users/users.service';
import { wantedFields } from './user-changes';

/** How long a temporary password is valid. */
const temporaryHours = 72;

/** The fields of a new user without password and balance. */
export type UserFields = Omit<CreateUserRequest, 'password' | 'balance'>;

type NewPerson = UserFields & { passwordHash: string; language: Language };

/** The origin of a change: its initiator, and the request that makes it. */
export interface Change {
  /** The administrator who requested the change, not its second approver. */
  initiator: number;
  context: RequestContext;
}

/** See `LastChanges`. */
const partOf = (changes: ApprovalChange[]) => changes.map(({ field }) => field).join(',');

const nameOf = ({ first_name, last_name }: ManagedUser) => `${first_name} ${last_name}`;

const isActingOwner = ({ role, status, staff_roles: held = [] }: ManagedUser) =>
  role === 'admin' && status === 'active' && held.includes('owner');

/** Tasks to run after the commit, such as mails. */
export type AfterCommit = (() => void)[];

/** Writes changes of users in the caller's transaction. Accounts are locked before users. */
@Injectable()
export class UserWritesService {
  constructor(
    private readonly users: UsersService,
    private readonly accounts: CustomerAccounts,
    private readonly sessions: SessionsService,
    private readonly factors: SecondFactors,
    private readonly resets: PasswordResetService,
    private readonly verifications: EmailVerificationService,
    private readonly review: KycReviewService,
    private readonly renewals: IdentityRenewalService,
    private readonly second: SecondApproverService,
    private readonly notifications: NotificationsService,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a user with an empty account and returns their id.
   * @throws ApiException EMAIL_TAKEN, USERNAME_TAKEN.
   */
  async create(tx: Transaction, person: NewPerson, { initiator, context }: Change): Promise<number> {
    const username = person.username ?? (await this.users.freeUsername(tx, person.email));
    const id = await this.users.create(tx, { ...person, username });
    await this.accounts.open(tx, id);
    await this.second.record(tx, id, initiator, 'created');
    await this.log(tx, context, 'user.created', { text: 'user.created', values: { id } });
    return id;
  }

  /**
   * Applies changes of a user's fields, which exclude the balance. A new KYC status decides a pending verification, and the
   * old address is mailed about a new one.
   * @throws ApiException LAST_ADMINISTRATOR, EMAIL_TAKEN, USERNAME_TAKEN.
   */
  async change(
    tx: Transaction,
    current: ManagedUser,
    changes: ApprovalChange[],
    motive: string | null,
    { initiator, context }: Change,
  ): Promise<AfterCommit> {
    const { id } = current;
    const next = { ...current, ...wantedFields(changes) } as ManagedUser;
    if (!isActingOwner(next)) await this.keepAnOwner(tx, id);
    if (next.kyc_status !== 'pending' && next.kyc_status !== current.kyc_status) {
      await this.review.decidePending(tx, authorOf(context), id, next.kyc_status);
    }
    await this.users.update(tx, id, { ...next, phone: next.phone ?? undefined } as ChangedUser);
    // If both change, the identity was decided under the new name.
    if (next.kyc_status === current.kyc_status) {
      await this.renewals.nameChanged(tx, id, nameOf(current), nameOf(next));
    } else if (next.kyc_status === 'pending') await this.renewals.setBack(tx, id);
    await this.followUp(tx, current, next, initiator);
    if (next.phone !== current.phone) await this.newPhone(tx, current);
    const part = partOf(changes);
    const facts: LogFacts =
      motive === null
        ? { text: 'user.changed', values: { id, part } }
        : { text: 'user.changed_why', values: { id, reason: motive, part } };
    await this.log(tx, context, 'user.changed', facts);
    return next.email === current.email ? [] : [await this.newEmail(tx, current, next.email)];
  }

  /** Activates or deactivates a user. @throws ApiException LAST_ADMINISTRATOR. */
  async activate(
    tx: Transaction,
    current: ManagedUser,
    status: ManagedUser['status'],
    { initiator, context }: Change,
  ): Promise<void> {
    const { id } = current;
    if (status !== 'active') await this.keepAnOwner(tx, id);
    await tx.write('UPDATE users SET status = ? WHERE id = ?', [status, id]);
    await this.followUp(tx, current, { ...current, status }, initiator);
    const text = status === 'active' ? 'user.activated' : 'user.deactivated';
    await this.log(tx, context, 'user.activated', { text, values: { id, part: 'status' } });
  }

  /** Replaces the limits of a user's account. */
  async setLimits(
    tx: Transaction,
    { id, accountId, changes }: { id: number; accountId: number; changes: ApprovalChange[] },
    limits: AccountLimits,
    motive: string,
    context: RequestContext,
  ): Promise<void> {
    await this.accounts.setLimits(tx, accountId, limits);
    const values = { id, reason: motive, part: partOf(changes) };
    await this.log(tx, context, 'user.limits', { text: 'user.limits', values });
  }

  /** Sets a customer's temporary password, ends their sessions and notifies them. */
  async setPassword(
    tx: Transaction,
    user: ManagedUser,
    passwordHash: string,
    { initiator, context }: Change,
  ): Promise<AfterCommit> {
    const { id, email, first_name: name } = user;
    const until = new Date(this.clock.now().getTime() + temporaryHours * hourMs);
    await this.users.setPassword(tx, id, passwordHash, until);
    await this.sessions.endAll(tx, id, 'password_changed');
    await this.second.record(tx, id, initiator, 'password');
    this.notifications.notify(tx, id, { type: 'security', key: 'password_set', values: {} });
    await this.log(tx, context, 'user.password_set', { text: 'user.password_set', values: { id } });
    if (!(await this.isOwnAddress(tx, user))) return [];
    const language = await this.users.languageOf(id, tx);
    const values = { name, hours: String(temporaryHours) };
    return [() => this.mail.sendTemplate(email, language, 'password_set', values)];
  }

  /** Mails a link by which a user chooses their password. */
  async sendPasswordLink(tx: Transaction, id: number, { initiator, context }: Change): Promise<AfterCommit> {
    await this.second.record(tx, id, initiator, 'password_link');
    await this.log(tx, context, 'user.password_link', { text: 'user.password_link', values: { id } });
    return [() => this.resets.invite(id, context)];
  }

  /** Frees a user of their second factors and ends their sessions; the mail about it goes to the user. */
  async resetFactors(tx: Transaction, id: number, { initiator, context }: Change): Promise<void> {
    await this.factors.remove(tx, id);
    await this.sessions.endAll(tx, id, 'factor_changed');
    await this.second.record(tx, id, initiator, 'factors_reset');
    this.notifications.notify(tx, id, { type: 'security', key: 'factors_reset', values: {} });
    await this.log(tx, context, 'user.factors_reset', { text: 'user.factors_reset', values: { id } });
  }

  /** Refuses to remove the last owner, and locks all of them against simultaneous changes. */
  async keepAnOwner(tx: Transaction, without: number): Promise<void> {
    const rows = await tx.rows(
      idRow,
      `SELECT id FROM users WHERE role = 'admin' AND ${activeUser('users')}
         AND FIND_IN_SET('owner', staff_roles) ORDER BY id FOR UPDATE`,
    );
    if (rows.length === 1 && rows[0]?.id === without) throw new ApiException('LAST_ADMINISTRATOR');
  }

  log(tx: Transaction, context: RequestContext, action: string, facts: LogFacts): Promise<void> {
    return this.audit.record(tx, { action, type: 'warning', ...facts, ...authorOf(context) });
  }

  /**
   * Ends the sessions of a deactivated user and what the open pages of another role receive, and records changes of
   * authority; see `SecondApproverService`.
   */
  private async followUp(
    tx: Transaction,
    before: ManagedUser,
    after: ManagedUser,
    by: number,
  ): Promise<void> {
    if (after.status !== 'active' && before.status === 'active') {
      await this.sessions.endAll(tx, before.id, 'deactivated');
    }
    if (after.email !== before.email) await this.second.record(tx, before.id, by, 'email');
    const lost = (before.staff_roles ?? []).some((role) => !after.staff_roles?.includes(role));
    const gained = (after.staff_roles ?? []).some((role) => !before.staff_roles?.includes(role));
    if (after.role !== before.role || lost || gained) this.sessions.rolesChanged(tx, before.id);
    if (after.role === 'admin' && gained) {
      await this.second.record(tx, before.id, by, 'promoted');
    }
    if (after.status === 'active' && before.status !== 'active') {
      await this.second.record(tx, before.id, by, 'reactivated');
    }
  }

  /** Notifies a user of another number, as when they change it themselves: one in the place of another also ends sessions. */
  private async newPhone(tx: Transaction, { id, phone: old }: ManagedUser): Promise<void> {
    const key = old === null ? 'phone_added' : 'phone_changed';
    this.notifications.notify(tx, id, { type: 'security', key, values: {} });
    if (old !== null) await this.sessions.endAll(tx, id, 'factor_changed');
  }

  /**
   * Ends sessions and links, since a sign-in factor changed, also what notices at the old address would undo, warns that, and
   * returns the mail of the link that verifies the new one.
   */
  private async newEmail(tx: Transaction, user: ManagedUser, email: string) {
    const { id, email: former } = user;
    await this.sessions.endAll(tx, id, 'factor_changed');
    await this.sessions.forgetNoticedAddresses(tx, id);
    this.notifications.notify(tx, id, { type: 'security', key: 'email_changed', values: { email } });
    if (await this.isOwnAddress(tx, user)) tx.defer(warning({ userId: id, former, email }));
    await tx.write('UPDATE users SET email_replaced = 1 WHERE id = ?', [id]);
    const link = await this.verifications.begin(tx, id);
    return () => this.verifications.send(link);
  }

  /** Whether mail reaches the user, for all the bank knows; see `isUnprovedReplacement`. */
  private async isOwnAddress(
    tx: Transaction,
    { id, email_verified: isProved }: ManagedUser,
  ): Promise<boolean> {
    const replaced = 'SELECT id FROM users WHERE id = ? AND email_replaced';
    return isProved || (await tx.row(idRow, replaced, [id])) === undefined;
  }
}
