import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { Profile, SaveProfileRequest } from '@bank/contracts/settings';
import { AuditService } from '../audit/audit.service';
import { EmailChangeService } from '../auth/email-change.service';
import { ProofService } from '../auth/proof.service';
import { SessionsService } from '../auth/sessions.service';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { NotificationsService } from '../notifications/notifications.service';

const readProfile = `
  SELECT u.first_name AS firstName, u.last_name AS lastName, u.email, COALESCE(u.phone, '') AS phone,
    COALESCE(p.address, '') AS address, COALESCE(p.city, '') AS city,
    COALESCE(p.postal_code, '') AS postalCode, COALESCE(p.country, '') AS country
  FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = ?`;
const lockFactors = `SELECT email, COALESCE(phone, '') AS phone FROM users WHERE id = ? FOR UPDATE`;
const saveUser = 'UPDATE users SET first_name = ?, last_name = ?, phone = ? WHERE id = ?';
const saveAddress = `
  INSERT INTO profiles (user_id, address, city, postal_code, country) VALUES (?)
  ON DUPLICATE KEY UPDATE address = VALUES(address), city = VALUES(city), postal_code = VALUES(postal_code),
    country = VALUES(country)`;

/** Of a profile, what a person is reached by, and so what would help somebody else to pass for them. */
type Factors = Pick<Profile, 'email' | 'phone'>;

@Injectable()
export class ProfileService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly proofs: ProofService,
    private readonly emailChanges: EmailChangeService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
  ) {}

  /** @throws Failure NOT_FOUND when the person is gone. */
  async read({ userId }: Actor, runner: QueryRunner | DataSource = this.dataSource): Promise<Profile> {
    const [profile] = (await runner.query(readProfile, [userId])) as Profile[];
    if (!profile) throw new Failure('NOT_FOUND');
    const pendingEmail = await this.emailChanges.pending(runner, userId);
    return { ...profile, ...(pendingEmail !== undefined && { pendingEmail }) };
  }

  /**
   * Replaces a person's profile. Another e-mail or telephone needs a proof; the e-mail counts once the link that is mailed to
   * it was opened, and until then the stored one stays. Another telephone ends the other sessions.
   * @throws Failure PROOF_REQUIRED and what `ProofService.demand` throws; EMAIL_TAKEN when another person has the address;
   * TOO_MANY_REQUESTS for too many new addresses.
   */
  async save(actor: Actor, request: SaveProfileRequest, call: Call): Promise<Profile> {
    const isProven = changesFactor(await this.read(actor), request);
    if (isProven) await this.proofs.demand(actor, request, call);
    const { saved, link } = await inTransaction(this.dataSource, async (runner) => {
      const [before] = (await runner.query(lockFactors, [actor.userId])) as Factors[];
      if (!before) throw new Failure('NOT_FOUND');
      if (changesFactor(before, request) && !isProven) throw new Failure('PROOF_REQUIRED');
      await this.write(runner, actor, request, call);
      await this.tellPhone(runner, actor, before, request, call);
      const asked = request.email !== before.email;
      const link = asked && (await this.emailChanges.request(runner, actor, request.email, call));
      return { saved: await this.read(actor, runner), link };
    });
    if (link) await this.emailChanges.send(link);
    return saved;
  }

  private async write(
    runner: QueryRunner,
    { userId, email }: Actor,
    request: SaveProfileRequest,
    { requestId }: Call,
  ): Promise<void> {
    const { firstName, lastName, phone, address, city, postalCode, country } = request;
    await runner.query(saveUser, [firstName, lastName, phone, userId]);
    await runner.query(saveAddress, [[userId, address, city, postalCode, country]]);
    await this.audit.record(runner, {
      ...{ action: 'profile.changed', type: 'info', message: 'Profil modifié.' },
      ...{ userId, email, requestId },
    });
  }

  /** The first number replaces nothing that the bank relied on, so it is told and ends no session. */
  private async tellPhone(
    runner: QueryRunner,
    { userId, email, sessionId }: Actor,
    before: Factors,
    request: Factors,
    { requestId }: Call,
  ): Promise<void> {
    if (request.phone === before.phone) return;
    const key = isOtherPhone(before, request) ? 'phone_changed' : 'phone_added';
    this.notifications.notify(runner, userId, { type: 'security', key, values: {} });
    if (key === 'phone_added') return;
    await this.sessions.endAll(runner, userId, 'factor_changed', sessionId);
    await this.audit.record(runner, {
      action: 'phone.changed',
      type: 'warning',
      message: 'Numéro de téléphone modifié ; les autres sessions sont fermées.',
      ...{ userId, email, requestId },
    });
  }
}

/** A number takes the place of another. */
const isOtherPhone = (before: Factors, { phone }: Factors) => before.phone !== '' && phone !== before.phone;

const changesFactor = (before: Factors, request: Factors) =>
  request.email !== before.email || isOtherPhone(before, request);
