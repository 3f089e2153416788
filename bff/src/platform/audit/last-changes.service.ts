import { Injectable } from '@nestjs/common';
import { moment, rowOf, text, whole } from '../database/columns';
import type { Connection } from '../database/database';

/** What was changed, as log lines name it. */
export interface Changed {
  /** The column `subject` of its lines, such as `partner:7`. */
  subject: string;
  actions: readonly string[];
  /** What of it; counts are lines whose `part` lists it, and those without one, which are about all of it. */
  part?: string;
  /**
   * Who may change it as well, outside of these lines, and the actions of their own lines: after a newer one the author is
   * not known.
   */
  owner?: { id: number; actions: readonly string[] } | undefined;
}

const newest = `
  SELECT l.user_id AS userId, l.created_at AS at, CONCAT_WS(' ', u.first_name, u.last_name) AS name
  FROM audit_log l LEFT JOIN users u ON u.id = l.user_id
  WHERE l.subject = ? AND l.action IN (?)
    AND (JSON_VALUE(l.params, '$.part') IS NULL OR FIND_IN_SET(?, JSON_VALUE(l.params, '$.part')))
  ORDER BY l.created_at DESC, l.id DESC LIMIT 1`;
const newestRow = rowOf({ userId: whole.nullable(), at: moment, name: text });
const ownSince = 'SELECT 1 FROM audit_log WHERE user_id = ? AND action IN (?) AND created_at >= ? LIMIT 1';

/** Who changed something last, by the activity log: read only where it stands in the way of another change. */
@Injectable()
export class LastChanges {
  /** The name of another person than the reader; undefined where nobody else is known to have made the last change. */
  async authorOf(
    connection: Connection,
    { subject, actions, part = '', owner }: Changed,
    readerId: number | undefined,
  ): Promise<string | undefined> {
    const found = await connection.row(newestRow, newest, [subject, actions, part]);
    if (!found || found.userId === null || found.userId === readerId || found.name === '') return undefined;
    if (owner && (await connection.exists(ownSince, [owner.id, owner.actions, found.at]))) return undefined;
    return found.name;
  }
}
