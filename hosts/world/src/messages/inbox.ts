import { contentDigest, skewSeconds } from '@bank/contracts/rails/signature';
import type { Database, Sql } from '../database/database';
import { type Answer, refused } from './answer';

/** A message that arrived, stored before it is worked on. */
export interface Arrived {
  messageId: string;
  type: string;
  body: Uint8Array;
}

interface Stored {
  id: number;
  digest: string;
  state: 'stored' | 'answered';
  status: number | null;
  answer: string | null;
}

/** The messages of the bank: each is stored once under its id, worked on once, and answered the same when it is repeated. */
export class Inbox {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /** Whether a nonce is new; it then is not for as long as signatures are valid. Older ones are forgotten. */
  async isNew(nonce: string): Promise<boolean> {
    // The clocks of both sides may differ either way.
    const forgotten = new Date(this.now().getTime() - 2 * skewSeconds * 1000);
    await this.database.write('DELETE FROM nonces WHERE seen_at < ? LIMIT 100', [forgotten]);
    const inserted = await this.database.insert('nonces', [{ nonce, seen_at: this.now() }], { once: true });
    return inserted > 0;
  }

  /**
   * The answer to a message: of `work`, which runs in the transaction that stores it, or the one given before.
   * @throws what `work` throws; the message then waits for its repetition.
   */
  async answer(arrived: Arrived, work: (sql: Sql) => Promise<Answer>): Promise<Answer> {
    const digest = contentDigest(arrived.body);
    await this.database.insert('messages', [{ ...this.columns(arrived), state: 'stored' }], { once: true });
    return this.database.transaction(async (sql) => {
      const stored = await sql.row<Stored>(
        `SELECT id, digest, state, status, answer FROM messages WHERE direction = 'in' AND message_id = ? FOR UPDATE`,
        [arrived.messageId],
      );
      if (!stored) throw new Error(`the message ${arrived.messageId} is not stored`);
      if (stored.digest !== digest) return refused(409, 'Another message has this MsgId.');
      if (stored.state === 'answered') return { status: stored.status ?? 500, body: stored.answer ?? '' };
      const answer = await work(sql);
      await sql.write(
        `UPDATE messages SET state = 'answered', status = ?, answer = ?, done_at = ? WHERE id = ?`,
        [answer.status, answer.body, this.now(), stored.id],
      );
      return answer;
    });
  }

  /** Stores an invalid message, for the page. */
  async refuse(body: Uint8Array, fault: string, status: number): Promise<Answer> {
    const row = { ...this.columns({ messageId: '', type: 'unknown', body }), message_id: null };
    const done = { state: 'refused', status, fault: fault.slice(0, 120), done_at: this.now() };
    await this.database.insert('messages', [{ ...row, ...done }]);
    return refused(status, fault);
  }

  private columns({ messageId, type, body }: Arrived) {
    return {
      direction: 'in',
      message_id: messageId,
      type,
      body: Buffer.from(body),
      digest: contentDigest(body),
      created_at: this.now(),
    };
  }
}
