import { Injectable } from '@nestjs/common';
import { AuditService } from '../../platform/audit/audit.service';
import { Database, type Transaction } from '../../platform/database/database';
import { isDuplicateOf } from '../../platform/database/database-error';
import { MailService } from '../../platform/mail/mail.service';
import { Clock } from '../../platform/time/clock.service';
import { BankCases } from '../cases/bank-cases.service';
import { NotificationsService } from '../notifications/notifications.service';
import { UsersService } from '../users/users.service';
import { SecondFactors } from './second-factors.service';
import { SessionsService } from './sessions.service';

/** A session that was not its user's doing. */
export interface DisownedSession {
  sessionId: number;
  userId: number;
  /**
   * The user's address now, and the one that the notice was mailed to; null for a notice of before that was kept, and for one of
   * before the bank replaced the address.
   */
  email: string;
  noticedEmail: string | null;
  /** When the session began. */
  since: Date;
}

/** What became of the address: left as it is, given back to the owner, or another user's by now. */
type AddressOutcome = 'unchanged' | 'restored' | 'of_another';

const restore = 'UPDATE users SET email = ?, email_verified_at = ? WHERE id = ?';
const deactivate = `UPDATE users SET status = 'inactive' WHERE id = ?`;
/** The codes of approvals then go by e-mail until the telephone is verified again. */
const unverifyPhone = 'UPDATE users SET phone_verified_at = NULL WHERE id = ? AND phone_verified_at >= ?';

/** Takes back what would leave an account to a thief, or lock its owner out, since a disowned session began. */
@Injectable()
export class DisownedChanges {
  constructor(
    private readonly database: Database,
    private readonly factors: SecondFactors,
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
    private readonly mail: MailService,
    private readonly cases: BankCases,
    private readonly notifications: NotificationsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Removes the second factors that were added since, makes a telephone verified since unverified, and restores the address that
   * the notice was mailed to. Where another user has that address by now, the user is deactivated, since a link to the present
   * one would open the account, and a case is opened. Changes nothing once the bank itself replaced the address: the former
   * one may be in other hands.
   */
  async takeBack(tx: Transaction, session: DisownedSession, requestId: string): Promise<AddressOutcome> {
    const { userId, email, since, noticedEmail } = session;
    if (noticedEmail === null) return 'unchanged';
    if (await this.factors.removeSince(tx, userId, since)) {
      await this.audit.record(tx, {
        action: 'two_factor.taken_back',
        type: 'warning',
        userId,
        email,
        requestId,
      });
      this.notifications.notify(tx, userId, { type: 'security', key: 'factors_taken_back', values: {} });
    }
    await tx.write(unverifyPhone, [userId, since]);
    return this.restoreEmail(tx, { ...session, noticedEmail }, requestId);
  }

  /** Mails to the address that was replaced, as every change of an address does; after the commit. */
  async notifyReplaced({ userId, email: replaced }: DisownedSession): Promise<void> {
    const { first_name: name, email } = await this.users.read(this.database, userId);
    const language = await this.users.languageOf(userId);
    this.mail.sendTemplate(replaced, language, 'email_changed', { name, email });
  }

  private async restoreEmail(
    tx: Transaction,
    { sessionId, userId, email: present, noticedEmail: email }: DisownedSession & { noticedEmail: string },
    requestId: string,
  ): Promise<AddressOutcome> {
    if (email === present) return 'unchanged';
    try {
      // The link that was followed had been mailed to the address.
      await tx.write(restore, [email, this.clock.now(), userId]);
    } catch (error) {
      if (!isDuplicateOf(error, 'users_email')) throw error;
      await tx.write(deactivate, [userId]);
      await this.sessions.endAll(tx, userId, 'deactivated');
      await this.openCase(tx, userId, sessionId);
      return 'of_another';
    }
    const line = { action: 'email.changed', text: 'email.restored', type: 'warning' } as const;
    await this.audit.record(tx, { ...line, userId, email, requestId });
    this.notifications.notify(tx, userId, { type: 'security', key: 'email_changed', values: { email } });
    return 'restored';
  }

  private async openCase(tx: Transaction, userId: number, sessionId: number): Promise<void> {
    await this.cases.open(tx, {
      kind: 'finding',
      topic: 'contact_data',
      userId,
      label: 'Adresse e-mail à restituer',
      sum: null,
      links: [],
      cause: `disowned:${sessionId}`,
      reason: {
        fr: 'Le client a signalé une connexion étrangère, puis son adresse e-mail a été remplacée\u00a0; un autre compte utilise désormais l’ancienne. Le compte est désactivé et aucun lien n’est parti\u00a0: une personne doit rendre son accès au client.',
        en: 'The customer reported a sign-in that was not theirs, and their email address was replaced; another account uses the former one by now. The account is deactivated and no link was sent: a person has to give the customer their access back.',
      },
    });
  }
}
