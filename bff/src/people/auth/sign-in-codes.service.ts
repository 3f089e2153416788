import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { MailService } from '../../platform/mail/mail.service';
import { AddressLimits } from '../../platform/security/address-limits.service';
import { UsersService } from '../users/users.service';
import { keyedDigest, newCode } from '../../platform/security/secrets';

/** The codes that are mailed to people without a second factor when a rule challenges their sign-in. */
@Injectable()
export class SignInCodes {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly mail: MailService,
    private readonly limits: AddressLimits,
    private readonly config: Config,
  ) {}

  /** A new code with its stored digest. @param token the digest of the pending sign-in's token */
  create(token: Buffer): { code: string; stored: Buffer } {
    const code = newCode();
    return { code, stored: this.digestOf(token, code) };
  }

  isRight(token: Buffer, code: string, stored: Buffer): boolean {
    return timingSafeEqual(this.digestOf(token, code), stored);
  }

  /**
   * Mails a code in the background, once the pending sign-in is stored.
   * @throws ApiException TOO_MANY_REQUESTS beyond the messages of an hour.
   */
  async send(userId: number, code: string, minutes: number): Promise<void> {
    await this.limits.takeOfPerson(this.database, 'approval_messages', userId);
    const { email, first_name: name } = await this.users.read(this.database, userId);
    const language = await this.users.languageOf(userId);
    this.mail.sendTemplate(email, language, 'sign_in_code', { name, code, minutes: String(minutes) });
  }

  private digestOf(token: Buffer, code: string): Buffer {
    return keyedDigest(this.config.fingerprintKey, `sign-in code ${token.toString('hex')} ${code}`);
  }
}
