import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { Profile, SaveProfileRequest } from '@bank/contracts/settings';
import { AuditService } from '../audit/audit.service';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { databaseErrorNumber, duplicateKey } from '../common/database-error';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { MailService } from '../mail/mail.service';
import { NotificationsService } from '../notifications/notifications.service';
import { UsersService } from '../users/users.service';

const readProfile = `
  SELECT u.first_name AS firstName, u.last_name AS lastName, u.email, COALESCE(u.phone, '') AS phone,
    COALESCE(p.address, '') AS address, COALESCE(p.city, '') AS city,
    COALESCE(p.postal_code, '') AS postalCode, COALESCE(p.country, '') AS country
  FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = ?`;
const saveUser = 'UPDATE users SET first_name = ?, last_name = ?, email = ?, phone = ? WHERE id = ?';
const saveAddress = `
  INSERT INTO profiles (user_id, address, city, postal_code, country) VALUES (?)
  ON DUPLICATE KEY UPDATE address = VALUES(address), city = VALUES(city), postal_code = VALUES(postal_code),
    country = VALUES(country)`;

@Injectable()
export class ProfileService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly audit: AuditService,
    private readonly notifications: NotificationsService,
    private readonly mail: MailService,
  ) {}

  /** @throws Failure NOT_FOUND when the person is gone. */
  async read({ userId }: Actor, runner: QueryRunner | DataSource = this.dataSource): Promise<Profile> {
    const [profile] = (await runner.query(readProfile, [userId])) as Profile[];
    if (!profile) throw new Failure('NOT_FOUND');
    return profile;
  }

  /**
   * Replaces a person's profile. A changed e-mail address, by which they sign in, is told to the old one.
   * @throws Failure EMAIL_TAKEN when another person has the address.
   */
  async save(actor: Actor, request: SaveProfileRequest, call: Call): Promise<Profile> {
    const { userId, email: oldEmail } = actor;
    const saved = await inTransaction(this.dataSource, async (runner) => {
      await this.write(runner, userId, request);
      await this.audit.record(runner, {
        ...{ action: 'profile.changed', type: 'info', message: 'Profil modifié.' },
        ...{ userId, email: oldEmail, requestId: call.requestId },
      });
      if (request.email !== oldEmail) await this.noteNewEmail(runner, actor, request.email, call);
      return this.read(actor, runner);
    });
    if (saved.email !== oldEmail) {
      const values = { name: saved.firstName, email: saved.email };
      const language = await this.users.languageOf(userId);
      this.mail.sendTemplate(oldEmail, language, 'email_changed', values);
    }
    return saved;
  }

  private async write(runner: QueryRunner, userId: number, request: SaveProfileRequest): Promise<void> {
    const { firstName, lastName, email, phone, address, city, postalCode, country } = request;
    try {
      await runner.query(saveUser, [firstName, lastName, email, phone, userId]);
    } catch (error) {
      if (databaseErrorNumber(error) !== duplicateKey) throw error;
      throw new Failure('EMAIL_TAKEN', { fields: { email: 'EMAIL_TAKEN' } });
    }
    await runner.query(saveAddress, [[userId, address, city, postalCode, country]]);
  }

  private async noteNewEmail(runner: QueryRunner, { userId }: Actor, email: string, { requestId }: Call) {
    // A link that was mailed to the old address must not open the account any more.
    await runner.query('DELETE FROM password_resets WHERE user_id = ?', [userId]);
    await this.audit.record(runner, {
      ...{ action: 'email.changed', type: 'warning', message: 'Adresse e-mail modifiée.' },
      ...{ userId, email, requestId },
    });
    this.notifications.notify(runner, userId, {
      ...{ type: 'security', key: 'email_changed', values: { email } },
    });
  }
}
