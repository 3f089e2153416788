import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { logTypes } from '@bank/contracts/admin';
import { Clock } from '../common/clock';
import { rowsOf, send, sendLast, type Statement } from '../common/statements';

export interface AuditEvent {
  /** What happened, as a stable dotted name such as `session.opened`. */
  action: string;
  type: (typeof logTypes)[number];
  /** A sentence in French for the activity log; never a secret, never what a person typed in a wrong field. */
  message: string;
  userId?: number | null;
  email?: string | null;
  requestId?: string | null;
}

const appendLines = `
  INSERT INTO audit_log (created_at, user_id, email, action, type, message, request_id) VALUES`;

@Injectable()
export class AuditService {
  constructor(private readonly clock: Clock) {}

  /** Appends one line to the activity log; with a query runner, as part of its transaction. */
  async record(runner: QueryRunner | DataSource, event: AuditEvent): Promise<void> {
    if (runner instanceof DataSource) await send(runner, ...this.lines([event]));
    else this.recordLast(runner, event);
  }

  /** The same for one or several lines, with the runner's transaction, whose end nobody waits for here. */
  recordLast(runner: QueryRunner, ...events: AuditEvent[]): void {
    if (events.length > 0) sendLast(runner, this.lines(events));
  }

  private lines(events: AuditEvent[]): Statement {
    const now = this.clock.now();
    const rows = events.map(
      ({ userId = null, email = null, action, type, message, requestId = null }: AuditEvent) => [
        ...[now, userId, email, action],
        ...[type, message.slice(0, 500), requestId],
      ],
    );
    return [`${appendLines} ${rowsOf(rows)}`, rows.flat()];
  }
}
