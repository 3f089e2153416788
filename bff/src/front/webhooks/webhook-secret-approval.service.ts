import { Injectable } from '@nestjs/common';
import { SessionsService } from '../../people/auth/sessions.service';
import { rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';

const nameRow = rowOf({ name: text });

/** A new secret of a partner's webhooks, which outlives the session that makes it; of a session that is not new. */
@Injectable()
export class WebhookSecretApproval extends ApprovalRule {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
  ) {
    super();
  }

  async demand({ context, parameters: { id, mode } }: JudgedCall): Promise<ApprovalDemand> {
    const isJustProven = await this.sessions.hasJustProvenAll(context.actor);
    const summary = async () => {
      const { name } = await this.database.found(nameRow, 'SELECT name FROM partners WHERE id = ?', [id]);
      return { action: 'webhook_secret', detail: `${name} · ${mode}` } as const;
    };
    return { summary, isJustProven };
  }
}
