import { Injectable } from '@nestjs/common';
import { rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { SessionsService } from '../auth/sessions.service';

/** Whether a user has a factor beside a passkey that works on its site; parameters: the passkey, the user twice. */
const others = `
  SELECT 1 FROM passkeys p JOIN passkeys removed ON removed.id = ? AND removed.rp_id = p.rp_id AND removed.id <> p.id
  WHERE p.user_id = ?
  UNION ALL SELECT 1 FROM two_factor WHERE user_id = ? AND enabled_at IS NOT NULL LIMIT 1`;
const nameRow = rowOf({ name: text });

/**
 * Removing a passkey switches off a factor, which another factor approves. Of the last one a session younger than five minutes
 * has proved enough, so that who has lost their only passkey removes it after signing in by password (specification 4, section 4).
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
    const { userId } = context.actor;
    const isLast = !(await this.database.exists(others, [parameters.id, userId, userId]));
    if (isLast && (await this.sessions.isFresh(context.actor))) return undefined;
    const sql = 'SELECT name FROM passkeys WHERE id = ? AND user_id = ?';
    const passkey = await this.database.row(nameRow, sql, [parameters.id, userId]);
    return passkey && { summary: { action: 'factor_off', detail: passkey.name } };
  }
}
