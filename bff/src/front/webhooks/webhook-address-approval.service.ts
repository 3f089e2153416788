import { Injectable } from '@nestjs/common';
import type { SaveWebhookRequest } from '@bank/contracts/partner-servers';
import { SessionsService } from '../../people/auth/sessions.service';
import { rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { Webhooks } from '../../ports/webhooks/webhooks';

const namedRow = rowOf({ name: text, url: text.nullable() });
const named = `
  SELECT p.name, w.url FROM partners p LEFT JOIN partner_webhooks w ON w.partner_id = p.id AND w.mode = ?
  WHERE p.id = ?`;

/**
 * Another address for a partner's events, to which they go on going after the session that sets it; of a session that is not
 * new. To have no more sent needs none.
 */
@Injectable()
export class WebhookAddressApproval extends ApprovalRule<SaveWebhookRequest> {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly webhooks: Webhooks,
  ) {
    super();
  }

  async demand({
    context,
    parameters: { id, mode },
    body: { url },
  }: JudgedCall<SaveWebhookRequest>): Promise<ApprovalDemand | undefined> {
    const [partner] = await this.database.rows(namedRow, named, [mode, id]);
    // The call itself refuses an unknown partner, and an address that cannot be used.
    if (!partner || url === null || url === partner.url || !this.webhooks.isUsable(url)) return undefined;
    const detail = `${partner.name} · ${mode} · ${new URL(url).host}`;
    return {
      summary: { action: 'webhook_address', detail },
      isJustProven: await this.sessions.hasJustProvenAll(context.actor),
    };
  }
}
