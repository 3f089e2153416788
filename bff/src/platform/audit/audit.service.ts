import { Injectable } from '@nestjs/common';
import type { logTypes } from '@bank/contracts/admin';
import type { LogFacts, LogTextName, LogValues } from '@bank/contracts/log-texts';
import { Transaction, type Connection, type Statement } from '../database/database';
import { Clock } from '../time/clock.service';

/** One line of the activity log. Its values are never a secret, and never what a person typed in a wrong field. */
export type AuditEvent = Logged & {
  type: (typeof logTypes)[number];
  userId?: number | null;
  email?: string | null;
  requestId?: string | null;
};

/** The action, a stable dotted name such as `session.opened`, and its sentence: by default that of the same name. */
export type Logged =
  | ({ action: string } & LogFacts)
  | { action: LogTextName; text?: undefined; values?: LogValues };

/** The size of the column `params`. */
const paramsLength = 2_000;
const valueLength = 500;
const maxLegs = 20;

const appendLines = `
  INSERT INTO audit_log (created_at, user_id, email, action, type, text, params, request_id) VALUES`;

@Injectable()
export class AuditService {
  constructor(private readonly clock: Clock) {}

  /** Appends a line to the activity log; in a transaction, deferred to its commit. */
  async record(connection: Connection, event: AuditEvent): Promise<void> {
    if (connection instanceof Transaction) this.recordAll(connection, event);
    else await connection.write(...this.lines([event]));
  }

  recordAll(tx: Transaction, ...events: AuditEvent[]): void {
    if (events.length > 0) tx.defer(this.lines(events));
  }

  private lines(events: AuditEvent[]): Statement {
    const now = this.clock.now();
    const rows = events.map(({ userId, email, action, type, text, values, requestId }) => {
      const params = values === undefined ? null : paramsText(values);
      return [now, userId ?? null, email ?? null, action, type, text ?? action, params, requestId ?? null];
    });
    return [`${appendLines} ?`, [rows]];
  }
}

/** The values as JSON that fits its column: long texts are cut, repeatedly when escapes make them too long. */
function paramsText(values: LogValues, length = valueLength): string {
  const text = JSON.stringify(values, (_key, value: unknown) => {
    if (typeof value === 'string') return value.slice(0, length);
    return Array.isArray(value) ? value.slice(0, maxLegs) : value;
  });
  return text.length <= paramsLength ? text : paramsText(values, Math.floor(length / 2));
}
