import { randomUUID } from 'node:crypto';
import { type RailMessage, writeMessage } from '@bank/contracts/rails/messages';
import { contentDigest } from '@bank/contracts/rails/signature';
import type { Sql } from '../database/database';
import type { MessageFile } from '../files/files';

/** A new id of a message, payment or return of the world: at most 35 characters, by the schemas. */
export const newId = (kind: string): string => `${kind}${randomUUID().replaceAll('-', '')}`;

/**
 * Stores a message in the transaction that needs it sent; `Sender` sends it after the commit.
 * @param delayed not in order with the others of its type, but when its own time has come.
 */
export async function enqueue(
  sql: Sql,
  message: RailMessage,
  { delayed = false }: { delayed?: boolean } = {},
): Promise<void> {
  await store(sql, { ...message, body: writeMessage(message), lane: laneOf(message, delayed) });
}

/** Stores a message that is no `RailMessage`: its text, or the source from which it is generated when it is sent. */
export async function enqueueFile(
  sql: Sql,
  message: { type: string; messageId: string; createdAt: Date; body?: string; file?: MessageFile },
): Promise<void> {
  await store(sql, { ...message, body: message.body ?? '', lane: `${message.type} file` });
}

interface Stored {
  messageId: string;
  type: string;
  createdAt: Date;
  body: string;
  lane: string;
  file?: MessageFile;
}

async function store(sql: Sql, { messageId, type, createdAt, body, lane, file }: Stored): Promise<void> {
  await sql.insert('messages', [
    {
      direction: 'out',
      message_id: messageId,
      type,
      body: Buffer.from(body),
      digest: contentDigest(body),
      state: 'queued',
      lane,
      file: file ? JSON.stringify(file) : null,
      next_at: createdAt,
      created_at: createdAt,
    },
  ]);
}

/** Messages of one lane are sent in order, one at a time: those of a type. Instant payments wait for nothing. */
const laneOf = (message: RailMessage, delayed: boolean): string =>
  delayed || (message.type === 'pacs.008.001.08' && message.instant) ? message.messageId : message.type;
