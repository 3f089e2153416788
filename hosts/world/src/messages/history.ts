import type { Database } from '../database/database';

/** A message in or out, as the lists show it. */
export interface ListedMessage {
  id: number;
  direction: 'in' | 'out';
  message_id: string | null;
  type: string;
  state: 'stored' | 'answered' | 'refused' | 'queued' | 'sent';
  status: number | null;
  fault: string | null;
  attempts: number;
  created_at: Date;
  done_at: Date | null;
}

const columns = 'id, direction, message_id, type, state, status, fault, attempts, created_at, done_at';

/** The newest messages of both directions. */
export const latestMessages = (database: Database, limit: number): Promise<ListedMessage[]> =>
  database.rows<ListedMessage>(`SELECT ${columns} FROM messages ORDER BY id DESC LIMIT ?`, [limit]);

/** A message as it was, with its answer; a file is not kept. */
export type FullMessage = ListedMessage & { body: string; answer: string | null; file: string | null };

/** The message of an id. */
export async function messageById(database: Database, id: number): Promise<FullMessage | undefined> {
  const found = await database.row<Omit<FullMessage, 'body'> & { body: Buffer }>(
    `SELECT ${columns}, body, answer, file FROM messages WHERE id = ?`,
    [id],
  );
  return found && { ...found, body: found.body.toString('utf8') };
}

/** How many messages wait to be sent. */
export const waitingMessages = async (database: Database): Promise<number> =>
  Number(await database.sum(`SELECT COUNT(*) FROM messages WHERE direction = 'out' AND state = 'queued'`));
