import { Injectable } from '@nestjs/common';
import { defaultPreferences } from '@bank/contracts/settings';
import { AuditService } from '../../platform/audit/audit.service';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { readUnsubscribeToken } from '../../people/notifications/unsubscribe-token';

/** Only those who agreed are written to, and they have a row. */
const unsubscribe = 'UPDATE preferences SET marketing_emails = ? WHERE user_id = ? AND marketing_emails = 1';

/** Ends marketing messages to the person of a link, without a session. */
@Injectable()
export class Unsubscribing {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly config: Config,
  ) {}

  /** Repeated, it changes nothing. @throws ApiException UNSUBSCRIBE_INVALID for a token that the bank did not sign. */
  async unsubscribe(token: string): Promise<{ success: true }> {
    const named = readUnsubscribeToken(
      this.config.signingKeys.map(({ key }) => key),
      token,
    );
    if (!named) throw new ApiException('UNSUBSCRIBE_INVALID');
    const { userId, writtenId } = named;
    await this.database.transaction(async (tx) => {
      const off = Number(defaultPreferences.marketingEmails);
      const { affectedRows } = await tx.write(unsubscribe, [off, userId]);
      if (affectedRows === 0) return;
      const values = { message: writtenId };
      await this.audit.record(tx, { action: 'marketing.unsubscribed', type: 'info', userId, values });
    });
    return { success: true };
  }
}
