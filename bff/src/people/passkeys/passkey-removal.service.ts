import { Injectable } from '@nestjs/common';
import { rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { SessionsService } from '../auth/sessions.service';

const nameRow = rowOf({ name: text });

/**
 * Removing a passkey switches off a factor. A session younger than five minutes has just proved whose it is, so that who
 * has lost their only passkey removes it after signing in by password (specification 4, section 4).
 */
@Injectable()
export class PasskeyRemoval extends ApprovalRule {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
  ) {
    super();
  }

  async demand({ context, parameters }: JudgedCall): Promise<ApprovalDemand | undefined> {
    if (await this.sessions.isFresh(context.actor)) return undefined;
    const sql = 'SELECT name FROM passkeys WHERE id = ? AND user_id = ?';
    const passkey = await this.database.row(nameRow, sql, [parameters.id, context.actor.userId]);
    return passkey && { summary: { action: 'factor_off', detail: passkey.name } };
  }
}
