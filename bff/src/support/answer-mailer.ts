import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Language } from '@bank/contracts/language';
import { Background } from '../common/background';
import { Clock } from '../common/clock';
import { MailService } from '../mail/mail.service';

/** Longer than a try can take; a server that dies meanwhile leaves the answer to the others after that. */
const leaseMilliseconds = 5 * 60_000;
/** A mail server that is away for longer than this needs a person. */
const triedFor = 48 * 3_600_000;
const batch = 20;

const take = 'UPDATE ticket_answers SET mail_at = ? WHERE id = ? AND mail_at <= ?';
const settle = 'UPDATE ticket_answers SET mail_at = NULL, mailed_at = ? WHERE id = ?';
const giveUp = 'UPDATE ticket_answers SET mail_at = NULL WHERE mail_at <= ? AND created_at < ?';
const due = 'SELECT id FROM ticket_answers WHERE mail_at <= ? ORDER BY mail_at LIMIT ?';
const answer = `
  SELECT a.message, t.reference, t.subject, t.email, t.language, t.first_name AS name
  FROM ticket_answers a JOIN tickets t ON t.id = a.ticket_id WHERE a.id = ?`;

interface AnswerMail {
  message: string;
  reference: string;
  subject: string;
  email: string;
  language: Language;
  name: string;
}

/** Sends the answers of support by e-mail: at once, and again every five minutes while the mail server refuses. */
@Injectable()
export class AnswerMailer {
  private readonly logger = new Logger('AnswerMailer');

  constructor(
    private readonly dataSource: DataSource,
    private readonly mail: MailService,
    private readonly background: Background,
    private readonly clock: Clock,
  ) {}

  /** Sends one answer, once it is committed, without being waited for. */
  sendSoon(id: number): void {
    this.background.start('answer', () => this.send(id));
  }

  /** Sends the answers that still wait, a few at a time, and answers how many left. */
  async sendDue(now: Date): Promise<number> {
    await this.dataSource.query(giveUp, [now, new Date(now.getTime() - triedFor)]);
    const rows = (await this.dataSource.query(due, [now, batch])) as { id: string }[];
    let sent = 0;
    for (const { id } of rows) if (await this.send(Number(id))) sent += 1;
    return sent;
  }

  private async send(id: number): Promise<boolean> {
    const now = this.clock.now();
    const again = new Date(now.getTime() + leaseMilliseconds);
    const taken = (await this.dataSource.query(take, [again, id, now])) as { affectedRows: number };
    if (taken.affectedRows === 0) return false;
    const [row] = (await this.dataSource.query(answer, [id])) as AnswerMail[];
    if (!row) return false;
    const { email, language, ...values } = row;
    try {
      await this.mail.send(email, language, 'ticket_answer', { ...values });
    } catch (error) {
      this.logger.warn(`answer ${id} did not leave, and is tried again: ${(error as Error).message}`);
      return false;
    }
    await this.dataSource.query(settle, [this.clock.now(), id]);
    return true;
  }
}
