import { Injectable } from '@nestjs/common';
import { AuditService } from '../../platform/audit/audit.service';
import { idRow } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { ConversationEndings } from './conversation-endings.service';
import * as sql from './conversations.sql';

/** Staff available for conversations: those whose page reported itself within the last seconds. */
@Injectable()
export class PresenceService {
  constructor(
    private readonly database: Database,
    private readonly endings: ConversationEndings,
    private readonly audit: AuditService,
  ) {}

  /** How many people are available, and whether a person is one of them. */
  async present(
    userId: number,
    connection: Connection = this.database,
  ): Promise<{ present: number; own: boolean }> {
    const row = await connection.row(sql.presentRow, sql.selectPresent, [userId]);
    return row ?? { present: 0, own: false };
  }

  /** Records that the caller is available, or is leaving: what they answered then becomes messages to support. */
  async set(available: boolean, context: RequestContext): Promise<{ available: boolean }> {
    await this.database.transaction((tx) => this.note(tx, available, context));
    if (!available) await this.endOf(context.actor.userId);
    return { available };
  }

  /** As `set`, in the transaction of what the caller does for a customer, which otherwise ends as that of one who is gone. */
  appear(tx: Transaction, context: RequestContext): Promise<void> {
    return this.note(tx, true, context);
  }

  private async note(tx: Transaction, available: boolean, context: RequestContext): Promise<void> {
    const { userId } = context.actor;
    const before = await tx.row(sql.presenceRow, sql.selectPresence, [userId]);
    const wasThere = before?.isThere === true;
    if (available) await tx.write(sql.seen, [userId]);
    else await tx.write(sql.leave, [userId]);
    if (wasThere === available) return;
    const action = available ? 'presence.available' : 'presence.away';
    await this.audit.record(tx, { action, type: 'info', ...authorOf(context) });
  }

  private async endOf(userId: number): Promise<void> {
    const open = await this.database.rows(idRow, sql.openOfStaff, [userId]);
    for (const { id } of open) await this.endings.handBack(id, userId);
  }
}
