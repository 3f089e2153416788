import { Injectable } from '@nestjs/common';
import type { Profile, SaveProfileRequest } from '@bank/contracts/settings';
import { AuditService } from '../../platform/audit/audit.service';
import { EmailChangeService, type EmailLink } from '../auth/email-change.service';
import { SessionsService } from '../auth/sessions.service';
import { rowOf, text } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import type { Actor } from '../../platform/http/actor';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { AddressLimits } from '../../platform/security/address-limits.service';
import { IdentityRenewalService } from '../kyc/identity-renewal.service';
import { RuleScoring } from '../rules/rule-scoring.service';
import { NotificationsService } from '../notifications/notifications.service';

const readProfile = `
  SELECT u.first_name AS firstName, u.last_name AS lastName, u.email, COALESCE(u.phone, '') AS phone,
    COALESCE(p.address, '') AS address, COALESCE(p.city, '') AS city,
    COALESCE(p.postal_code, '') AS postalCode, COALESCE(p.country, '') AS country
  FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = ?`;
const profileRow = rowOf({
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  address: text,
  city: text,
  postalCode: text,
  country: text,
});
const lockFactors = `
  SELECT email, COALESCE(phone, '') AS phone, CONCAT(first_name, ' ', last_name) AS name FROM users WHERE id = ? FOR UPDATE`;
const factorsRow = profileRow.pick({ email: true, phone: true }).extend({ name: text });
const saveUser = 'UPDATE users SET first_name = ?, last_name = ?, phone = ? WHERE id = ?';
const saveAddress = `
  INSERT INTO profiles (user_id, address, city, postal_code, country) VALUES (?)
  ON DUPLICATE KEY UPDATE address = VALUES(address), city = VALUES(city), postal_code = VALUES(postal_code),
    country = VALUES(country)`;

/** The contact addresses of a profile, whose change could help somebody to impersonate the user. */
type Factors = Pick<Profile, 'email' | 'phone'>;

@Injectable()
export class ProfileService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly emailChanges: EmailChangeService,
    private readonly sessions: SessionsService,
    private readonly limits: AddressLimits,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly renewals: IdentityRenewalService,
    private readonly rules: RuleScoring,
  ) {}

  /** @throws ApiException NOT_FOUND. */
  async read({ userId }: Actor, connection: Connection = this.database): Promise<Profile> {
    const profile = await connection.found(profileRow, readProfile, [userId]);
    const pendingEmail = await this.emailChanges.pending(connection, userId);
    return { ...profile, ...(pendingEmail !== undefined && { pendingEmail }) };
  }

  /**
   * Replaces a user's profile. Another e-mail or telephone needs an approval (see `ProfileApproval`). The e-mail changes when the
   * mailed link is opened; another telephone ends the other sessions.
   * @throws ApiException APPROVAL_REQUIRED, EMAIL_TAKEN, TOO_MANY_REQUESTS for too many
   * new addresses; HELD_FOR_REVIEW, BLOCKED_BY_RULE where the rules say so.
   */
  async save(context: RequestContext, request: SaveProfileRequest): Promise<Profile> {
    const { actor, idempotency } = context;
    // Counted before the work, which is rolled back: whether another customer has the address is seen without an approval.
    if (changesEmail(actor, request) && !(await this.idempotency.isUsed(idempotency))) {
      await this.limits.takeOfPerson(this.database, 'email_checks', actor.userId);
    }
    let link: EmailLink | undefined;
    const saved = await this.idempotency.once(idempotency, async (tx) => {
      const before = await tx.found(factorsRow, lockFactors, [actor.userId]);
      // Another call may have changed them since the rule compared.
      if (changesFactor(before, request) && !idempotency.settlement)
        throw new ApiException('APPROVAL_REQUIRED');
      await this.scoreChanges(tx, actor.userId, before, request);
      await this.write(tx, context, request);
      const name = `${request.firstName} ${request.lastName}`;
      await this.renewals.nameChanged(tx, actor.userId, before.name, name);
      await this.notifyPhoneChange(tx, context, before, request);
      const isNewEmail = changesEmail(before, request);
      link = isNewEmail ? await this.emailChanges.request(tx, context, request.email) : undefined;
      return this.read(actor, tx);
    });
    if (link) await this.emailChanges.send(link);
    return saved;
  }

  /** The first number is no change of where a person can be reached. */
  private async scoreChanges(tx: Transaction, userId: number, before: Factors, request: Factors) {
    const changed = [
      ...(changesEmail(before, request) ? ['email'] : []),
      ...(isOtherPhone(before, request) ? ['phone'] : []),
    ];
    for (const each of changed) {
      await this.rules.score(tx, { kind: 'contact', userId, facts: { changed: each }, keys: {} }, true);
    }
  }

  private async write(tx: Transaction, context: RequestContext, request: SaveProfileRequest): Promise<void> {
    const { userId } = context.actor;
    const { firstName, lastName, phone, address, city, postalCode, country } = request;
    await tx.write(saveUser, [firstName, lastName, phone || null, userId]);
    await tx.write(saveAddress, [[userId, address, city, postalCode, country]]);
    await this.audit.record(tx, { action: 'profile.changed', type: 'info', ...authorOf(context) });
  }

  /** Adding the first number only notifies; replacing one also ends the other sessions. */
  private async notifyPhoneChange(
    tx: Transaction,
    context: RequestContext,
    before: Factors,
    request: Factors,
  ): Promise<void> {
    const { userId, sessionId } = context.actor;
    if (request.phone === before.phone) return;
    const key = isOtherPhone(before, request) ? 'phone_changed' : 'phone_added';
    this.notifications.notify(tx, userId, { type: 'security', key, values: {} });
    if (key === 'phone_added') return;
    await this.sessions.endAll(tx, userId, 'factor_changed', sessionId);
    await this.audit.record(tx, { action: 'phone.changed', type: 'warning', ...authorOf(context) });
  }
}

/** Whether the telephone replaces another one, or takes it away. */
const isOtherPhone = (before: Factors, { phone }: Factors) => before.phone !== '' && phone !== before.phone;

export const changesEmail = (before: Pick<Factors, 'email'>, request: Factors) =>
  request.email !== before.email;
export const changesPhone = (before: Factors, request: Factors) => request.phone !== before.phone;
const changesFactor = (before: Factors, request: Factors) =>
  changesEmail(before, request) || changesPhone(before, request);
