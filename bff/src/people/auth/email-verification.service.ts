import { Injectable } from '@nestjs/common';
import { verificationPrefix, type VerifyEmailRequest } from '@bank/contracts/auth';
import { languages } from '@bank/contracts/language';
import { kycStatuses } from '@bank/contracts/users';
import { z } from 'zod';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { flag, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import { Idempotency } from '../../platform/http/idempotency.service';
import type { Caller, RequestContext } from '../../platform/http/request-context';
import { MailService } from '../../platform/mail/mail.service';
import { Clock } from '../../platform/time/clock.service';
import { dayMs, hourMs } from '../../platform/time/durations';
import { digest, newToken } from '../../platform/security/secrets';
import { voided } from './voided-link';

/** How long a link works. */
const linkDays = 3;

const mailsPerHour = 5;

const expireLinks = `UPDATE email_verifications SET ${voided} WHERE user_id = ?`;
const sentSince = 'SELECT COUNT(*) FROM email_verifications WHERE user_id = ? AND created_at > ?';
const person = `
  SELECT email, language, email_verified_at IS NOT NULL AS verified, email_replaced AS replaced FROM users
  WHERE id = ? AND deleted_at IS NULL FOR UPDATE`;
const personRow = rowOf({ email: text, language: z.enum(languages), verified: flag, replaced: flag });

/** The address must still be the person's: compared byte by byte, since the column's collation ignores accents. */
const linked = `
  SELECT v.user_id AS userId, v.email, u.kyc_status AS status FROM email_verifications v JOIN users u ON u.id = v.user_id
  WHERE v.token_hash = ? AND v.expires_at > ? AND BINARY v.email = BINARY u.email AND u.deleted_at IS NULL FOR UPDATE`;
const linkedRow = rowOf({ userId: whole, email: text, status: z.enum(kycStatuses) });

/** A link to be mailed after the commit. */
export interface VerificationLink extends Omit<z.infer<typeof personRow>, 'verified'> {
  token: string;
}

/** Proves that an e-mail address is a person's, by a link that is mailed to it. */
@Injectable()
export class EmailVerificationService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly mail: MailService,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Creates a link to the address of a user, which expires the earlier ones; `send` mails it after the commit, with a welcome to
   * who has just joined. Undefined when the address is verified.
   */
  async begin(tx: Transaction, userId: number): Promise<VerificationLink | undefined> {
    const found = await tx.found(personRow, person, [userId]);
    if (found.verified) return undefined;
    const now = this.clock.now();
    await tx.write(expireLinks, [userId]);
    const token = newToken();
    const expiresAt = new Date(now.getTime() + linkDays * dayMs);
    await tx.write(
      'INSERT INTO email_verifications (token_hash, user_id, email, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
      [digest(token), userId, found.email, now, expiresAt],
    );
    return { ...found, token };
  }

  /** Mails a link in the background, without the name: a stranger may have typed both. */
  send(link: VerificationLink | undefined): void {
    if (!link) return;
    const { email, language, replaced, token } = link;
    const values = {
      email,
      days: String(linkDays),
      link: `${this.config.shellOrigin}/confirm-email#token=${verificationPrefix}${token}`,
    };
    this.mail.sendTemplate(email, language, replaced ? 'email_verify_again' : 'email_verify', values);
  }

  /**
   * Mails the caller another link, one for a repeated call; nothing when the address is verified.
   * @throws ApiException TOO_MANY_REQUESTS, IDEMPOTENCY_KEY_REUSED.
   */
  resend({ actor, idempotency }: RequestContext): Promise<void> {
    const renew = async (tx: Transaction) => {
      const begun = await this.begin(tx, actor.userId);
      const since = new Date(this.clock.now().getTime() - hourMs);
      if (begun && (await tx.count(sentSince, [actor.userId, since])) > mailsPerHour) {
        throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds: 3_600 });
      }
      return begun;
    };
    return this.idempotency.onceAndAfter(idempotency, renew, (link) => this.send(link));
  }

  /** Verifies an address by its link, once. @throws ApiException EMAIL_LINK_INVALID. */
  async verify({ token }: VerifyEmailRequest, { requestId }: Caller): Promise<void> {
    await this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const link = await tx.row(linkedRow, linked, [digest(token), now]);
      if (!link) throw new ApiException('EMAIL_LINK_INVALID');
      const { userId, email, status } = link;
      await tx.write('DELETE FROM email_verifications WHERE user_id = ?', [userId]);
      await tx.write('UPDATE users SET email_verified_at = COALESCE(email_verified_at, ?) WHERE id = ?', [
        now,
        userId,
      ]);
      await this.audit.record(tx, { action: 'email.verified', type: 'info', userId, email, requestId });
      // Open pages read the person again.
      this.events.emit(tx, userId, 'kyc', { status });
    });
  }
}
