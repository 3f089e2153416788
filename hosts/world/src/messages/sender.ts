import { type RailMessage, readMessage, UnknownMessageError } from '@bank/contracts/rails/messages';
import type { RailKey } from '@bank/contracts/rails/signature';
import { XmlError } from '@bank/contracts/rails/xml';
import { applyAnswer, applyFileAnswer, type BankAnswer } from '../clearing/outcomes';
import type { Database } from '../database/database';
import { type MessageFile, type WrittenFile, writeFile } from '../files/files';
import { cutOff, wrongKey } from '../misbehaviour/distortions';
import type { Drawn, Misbehaviour } from '../misbehaviour/misbehaviour';
import { xmlType } from './answer';
import { pauseAfter, Rounds } from './rounds';
import { type BankReply, type Content, postSigned, textContent } from './signed-post';

interface Queued {
  id: number;
  lane: string;
  type: string;
  body: Buffer;
  /** The source of the message, if it is too large to be stored. */
  file: string | null;
  attempts: number;
}

/** A message as it is posted, or a file that is removed afterwards. */
type Posted = Content & Partial<Pick<WrittenFile, 'remove'>>;

/** How long the bank may take to answer a message, and to take a file, ms. */
const answerMs = 20_000;
const fileMs = 120_000;
const lanesAtOnce = 16;

/**
 * Sends the stored messages to the bank until each is answered: in order within a lane, with the same id at every try. What
 * the answer decides is booked in the transaction that marks the message as sent.
 */
export class Sender {
  readonly rounds = new Rounds(() => this.sendDue());
  private readonly busy = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly bank: { url: string; key: RailKey },
    private readonly misbehaviour: Misbehaviour,
    private readonly now: () => Date,
    private readonly changed: () => void,
  ) {}

  private async sendDue(): Promise<void> {
    const faults = this.misbehaviour.draw();
    const due = await this.due(faults.has('out_of_order'));
    const free = due.filter(({ lane }) => !this.busy.has(lane));
    await Promise.all(free.slice(0, lanesAtOnce - this.busy.size).map((each) => this.sendOne(each)));
  }

  /** The first message of each lane; out of order the last one, whether or not its time has come. */
  private due(outOfOrder: boolean): Promise<Queued[]> {
    const [which, when] = outOfOrder ? ['MAX', ''] : ['MIN', 'WHERE m.next_at <= ?'];
    return this.database.rows<Queued>(
      `SELECT m.id, m.lane, m.type, m.body, m.file, m.attempts FROM messages m
       JOIN (SELECT ${which}(id) AS id FROM messages WHERE direction = 'out' AND state = 'queued'
             GROUP BY lane ORDER BY id LIMIT 200) first ON first.id = m.id ${when} ORDER BY m.id`,
      [this.now()],
    );
  }

  private async sendOne(message: Queued): Promise<void> {
    this.busy.add(message.lane);
    let content: Posted | undefined;
    try {
      content = await this.contentOf(message);
      const faults = this.misbehaviour.draw();
      if (!message.file) await this.sendFaulty(message, faults);
      const response = await this.post(content);
      if (faults.has('twice')) await this.post(content).catch(() => undefined);
      await this.settle(message, response);
    } catch (error) {
      await this.postpone(message, (error as Error).message);
    } finally {
      await content?.remove?.();
      this.busy.delete(message.lane);
      this.changed();
    }
    this.rounds.kick();
  }

  /** Sends a message once, ignoring its answer: a copy, or a status before its time. */
  async sendCopy(body: string): Promise<void> {
    await this.post(messageContent(body)).catch(() => undefined);
  }

  /** Sends the delayed messages now, and waits a moment for them. */
  async hasten(): Promise<void> {
    await this.database.write(
      `UPDATE messages SET next_at = ? WHERE direction = 'out' AND state = 'queued' AND attempts = 0`,
      [this.now()],
    );
    await this.sendDue();
  }

  /** The bank must refuse these copies; its answers to them are ignored. */
  private async sendFaulty({ body }: Queued, faults: Drawn): Promise<void> {
    const ignored = () => undefined;
    const text = body.toString('utf8');
    if (faults.has('wrong_signature')) {
      await this.post(messageContent(text), wrongKey(this.bank.key)).catch(ignored);
    }
    if (faults.has('malformed')) await this.post(messageContent(cutOff(text))).catch(ignored);
  }

  private post(content: Content, key = this.bank.key) {
    const { stopping } = this.rounds;
    return postSigned({ ...this.bank, key }, content, { now: this.now, stopping });
  }

  private async contentOf({ body, file }: Queued): Promise<Posted> {
    if (!file) return messageContent(body.toString('utf8'));
    const written = await writeFile(this.database, JSON.parse(file) as MessageFile);
    return { ...written, path: '/rails/sepa/files', type: xmlType, waitMs: fileMs };
  }

  private async settle({ id, body, file }: Queued, { status, body: answer }: BankReply): Promise<void> {
    const message = answer.startsWith('<') ? messageIn(answer) : undefined;
    const decision: BankAnswer = { taken: status < 300, message };
    const sent = file ? undefined : messageIn(body.toString('utf8'));
    // In slices before the message is done: a kill between them repeats the message, whose answer is the same.
    if (file) await applyFileAnswer(this.database, JSON.parse(file) as MessageFile, decision, this.now());
    await this.database.transaction(async (sql) => {
      const at = this.now();
      const marked = await sql.write(
        `UPDATE messages SET state = 'sent', status = ?, answer = ?, fault = NULL, done_at = ?
         WHERE id = ? AND state = 'queued'`,
        [status, answer, at, id],
      );
      if (marked > 0 && sent) await applyAnswer(sql, sent, decision, at);
    });
  }

  private async postpone({ id, attempts }: Queued, fault: string): Promise<void> {
    await this.database.write(
      'UPDATE messages SET attempts = attempts + 1, next_at = ?, fault = ? WHERE id = ?',
      [new Date(this.now().getTime() + pauseAfter(attempts)), fault.slice(0, 120), id],
    );
  }
}

const messageContent = (text: string): Content =>
  textContent(text, { path: '/rails/sepa/messages', type: xmlType, waitMs: answerMs });

/** The message of a text; undefined for one that decides nothing here, such as a statement. */
function messageIn(answer: string): RailMessage | undefined {
  try {
    return readMessage(Buffer.from(answer));
  } catch (error) {
    if (error instanceof XmlError || error instanceof UnknownMessageError) return undefined;
    throw error;
  }
}
