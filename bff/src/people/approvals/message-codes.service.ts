import { Injectable } from '@nestjs/common';
import { type ApprovalSummary, approvalMinutes } from '@bank/contracts/call-approvals';
import { Config } from '../../platform/config/config';
import { rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { MailService } from '../../platform/mail/mail.service';
import { isLinked } from '../../platform/mail/templates';
import { AddressLimits } from '../../platform/security/address-limits.service';
import { BackgroundTasks } from '../../platform/tasks/background-tasks.service';
import { TextMessages } from '../../ports/text-messages/text-messages';
import { newCode } from '../../platform/security/secrets';
import { UsersService } from '../users/users.service';
import { codeDigest } from './approval-codes';
import { messageText, summaryText } from './approval-texts';
import * as rows from './approvals.sql';

const verifiedPhone = `
  SELECT phone_key AS phone FROM users WHERE id = ? AND phone_verified_at IS NOT NULL AND phone_key IS NOT NULL`;
const phoneRow = rowOf({ phone: text });

/** An address that nobody proved may be a stranger's: no name of a payee may make the bank mail a link there. */
const withoutLinks = ({ payee, ...summary }: ApprovalSummary): ApprovalSummary =>
  payee === undefined || isLinked(payee) ? summary : { payee, ...summary };

/** Sends the codes of approvals, by text message or e-mail, with the approved action. */
@Injectable()
export class MessageCodesService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly mail: MailService,
    private readonly textMessages: TextMessages,
    private readonly background: BackgroundTasks,
    private readonly limits: AddressLimits,
    private readonly config: Config,
  ) {}

  /** Whether text messages are configured and the user's number is verified. */
  async reachesTelephone(userId: number): Promise<boolean> {
    return this.textMessages.isConfigured && (await this.phoneOf(userId)) !== undefined;
  }

  /**
   * Sends a new code in the background; an earlier one of the approval no longer works.
   * @throws ApiException TOO_MANY_REQUESTS beyond the messages of an hour.
   */
  async send({ id, user_id: userId, methods, summary }: rows.ApprovalRow): Promise<void> {
    await this.limits.takeOfPerson(this.database, 'approval_messages', userId);
    const code = newCode();
    await this.database.write(rows.storeCode, [codeDigest(this.config.fingerprintKey, id, code), id]);
    const language = await this.users.languageOf(userId);
    const facts = { code, minutes: String(approvalMinutes), reference: String(id) };
    const phone = methods.includes('sms') ? await this.phoneOf(userId) : undefined;
    if (phone !== undefined) {
      const message = messageText({ ...facts, summary: summaryText(summary, language) }, language);
      this.background.start('text message', () => this.textMessages.send(phone, message));
      return;
    }
    const person = await this.users.read(this.database, userId);
    const { email, first_name: name } = person;
    const shown = person.email_verified ? summary : withoutLinks(summary);
    const values = { name, ...facts, summary: summaryText(shown, language) };
    this.mail.sendTemplate(email, language, 'approval_code', values);
  }

  private async phoneOf(userId: number): Promise<string | undefined> {
    return (await this.database.row(phoneRow, verifiedPhone, [userId]))?.phone;
  }
}
