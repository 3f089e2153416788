import { z } from 'zod';
import type { Database } from '../database/database';
import { jsonOf } from '../http/json';
import { type Answer, refused } from '../messages/answer';

const message = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,64}$/),
  to: z.string().regex(/^\+[1-9]\d{6,14}$/),
  text: z.string().min(1).max(1_000),
});

/** A text message as its telephone received it. */
export interface TextMessage {
  id: string;
  number: string;
  text: string;
  at: Date;
}

/** The telephones of everybody: each message arrives once by its id. */
export class Telephones {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
    private readonly changed: () => void,
  ) {}

  /** Delivers a message of the bank, unless it came before. */
  async receive(body: Buffer): Promise<Answer> {
    const { data } = message.safeParse(jsonOf(body));
    if (!data) return refused(400, 'A text message needs an id, a number of E.164 and a text.');
    const { id, to, text } = data;
    const row = { id, number: to, text, at: this.now() };
    const inserted = await this.database.insert('text_messages', [row], { once: true });
    const first = await this.database.row<TextMessage>(
      'SELECT number, text FROM text_messages WHERE id = ?',
      [id],
    );
    if (first?.number !== to || first.text !== text) return refused(409, 'Another text message has this id.');
    if (inserted > 0) this.changed();
    return { status: 200, body: JSON.stringify({ id, result: 'delivered' }) };
  }

  /** The newest messages, of one number or of all. */
  async latest(limit: number, number?: string): Promise<TextMessage[]> {
    const where = number === undefined ? '' : 'WHERE number = ?';
    return this.database.rows<TextMessage>(
      `SELECT id, number, text, at FROM text_messages ${where} ORDER BY at DESC, id LIMIT ?`,
      number === undefined ? [limit] : [number, limit],
    );
  }
}
