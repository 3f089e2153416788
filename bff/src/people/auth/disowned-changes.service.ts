import { Injectable } from '@nestjs/common';
import { AuditService } from '../../platform/audit/audit.service';
import type { Transaction } from '../../platform/database/database';
import { BankCases } from '../cases/bank-cases.service';
import { NotificationsService } from '../notifications/notifications.service';
import { SecondFactors } from './second-factors.service';
import { SessionsService } from './sessions.service';

/** A session that was not its user's doing. */
export interface DisownedSession {
  sessionId: number;
  userId: number;
  /**
   * The user's address now, and the one that the notice was mailed to; null for a notice of before that was kept, and for one of
   * before the address was replaced by the bank or, beyond doubt, by its user.
   */
  email: string;
  noticedEmail: string | null;
  /** When the session began. */
  since: Date;
}

const deactivate = `UPDATE users SET status = 'inactive' WHERE id = ?`;
/** The codes of approvals then go by e-mail until the telephone is verified again. */
const unverifyPhone = 'UPDATE users SET phone_verified_at = NULL WHERE id = ? AND phone_verified_at >= ?';

/** Takes back what would leave an account to a thief, or lock its owner out, since a disowned session began. */
@Injectable()
export class DisownedChanges {
  constructor(
    private readonly factors: SecondFactors,
    private readonly sessions: SessionsService,
    private readonly cases: BankCases,
    private readonly notifications: NotificationsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Removes the second factors that were added since, and makes a telephone verified since unverified. Where the address is another
   * one than the notice was mailed to, a thief may have replaced it, or the reader of a former mailbox may have followed the link:
   * the user is deactivated, and a case is opened. Returns whether that was so: a link to either address might open the account to
   * the wrong one. Changes nothing once the address was replaced by the bank, or by what a thief cannot have had: the former one may be
   * in other hands.
   */
  async takeBack(tx: Transaction, session: DisownedSession, requestId: string): Promise<boolean> {
    const { sessionId, userId, email, since, noticedEmail } = session;
    if (noticedEmail === null) return false;
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
    if (noticedEmail === email) return false;
    await tx.write(deactivate, [userId]);
    await this.sessions.endAll(tx, userId, 'deactivated');
    await this.audit.record(tx, {
      action: 'user.activated',
      text: 'user.deactivated',
      type: 'warning',
      userId: null,
      requestId,
      values: { id: userId, part: 'status' },
    });
    await this.openCase(tx, userId, sessionId);
    return true;
  }

  private async openCase(tx: Transaction, userId: number, sessionId: number): Promise<void> {
    await this.cases.open(tx, {
      kind: 'finding',
      topic: 'contact_data',
      userId,
      label: '',
      sum: null,
      links: [],
      cause: `disowned:${sessionId}`,
      reason: {
        fr: 'Une connexion a été signalée comme étrangère par un lien envoyé à l’ancienne adresse e-mail\u00a0; l’adresse a changé depuis, et ce qui a approuvé ce changement est peut-être le second facteur ou le téléphone d’un voleur. Le client a l’une des deux adresses, un tiers peut-être l’autre. Le compte est désactivé, les seconds facteurs ajoutés depuis sont retirés et aucun lien n’est parti\u00a0: une personne doit rendre son accès au client.',
        en: 'A sign-in was reported as not theirs by a link that was mailed to the former email address; the address was replaced since, and what approved that may be the second factor or the telephone of a thief. The customer has one of the two addresses, somebody else maybe the other. The account is deactivated, the second factors added since are removed and no link was sent: a person has to give the customer their access back.',
      },
    });
  }
}
