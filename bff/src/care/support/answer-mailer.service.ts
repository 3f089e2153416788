import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { languages } from '@bank/contracts/language';
import { AuditService } from '../../platform/audit/audit.service';
import { EventsService } from '../../platform/events/events.service';
import { BackgroundTasks } from '../../platform/tasks/background-tasks.service';
import { Clock } from '../../platform/time/clock.service';
import { dueBy, isDue } from '../../platform/time/due';
import { MailService } from '../../platform/mail/mail.service';
import { idRow, moment, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { hourMs } from '../../platform/time/durations';

/** Longer than an attempt can take: after it, another server retries what a stopped one left. */
const leaseMilliseconds = 5 * 60_000;
/** An answer that cannot be sent after this is given up: an operator must act. */
const retryMilliseconds = 48 * hourMs;
const batch = 20;

const due = isDue('mail_at');
const lease = `UPDATE ticket_answers SET mail_at = ? WHERE id = ? AND ${due}`;
const markSent = 'UPDATE ticket_answers SET mail_at = NULL, mailed_at = ? WHERE id = ?';
const giveUp = 'UPDATE ticket_answers SET mail_at = NULL WHERE id = ?';
const reopen = `UPDATE tickets SET status = 'open' WHERE id = ?`;
const selectDue = `SELECT id FROM ticket_answers WHERE ${due} ORDER BY mail_at LIMIT ?`;
const selectMail = `
  SELECT a.message, a.ticket_id AS ticketId, a.created_at AS createdAt, t.reference, t.subject, t.email, t.language, t.first_name AS name
  FROM ticket_answers a JOIN tickets t ON t.id = a.ticket_id WHERE a.id = ?`;

const mailRow = rowOf({
  message: text,
  ticketId: whole,
  createdAt: moment,
  reference: text,
  subject: text,
  email: text,
  language: z.enum(languages),
  name: text,
});

/**
 * Sends the answers of support by e-mail: at once, then every five minutes until the mail server accepts them, for 48 hours. The ticket
 * of an answer that it never accepted is open again.
 */
@Injectable()
export class AnswerMailer {
  private readonly logger = new Logger('AnswerMailer');

  constructor(
    private readonly database: Database,
    private readonly mail: MailService,
    private readonly background: BackgroundTasks,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** Sends one committed answer in the background. */
  sendSoon(id: number): void {
    this.background.start('answer', () => this.send(id));
  }

  /** Sends one batch of the answers that are due and returns how many were sent. */
  async sendDue(now: Date): Promise<number> {
    const rows = await this.database.rows(idRow, selectDue, [...dueBy(now, leaseMilliseconds), batch]);
    let sent = 0;
    for (const { id } of rows) if (await this.send(id)) sent += 1;
    return sent;
  }

  private async send(id: number): Promise<boolean> {
    const now = this.clock.now();
    const leasedUntil = new Date(now.getTime() + leaseMilliseconds);
    const bounds = dueBy(now, leaseMilliseconds);
    const { affectedRows } = await this.database.write(lease, [leasedUntil, id, ...bounds]);
    if (affectedRows === 0) return false;
    const row = await this.database.row(mailRow, selectMail, [id]);
    if (!row) return false;
    const { email, language, ticketId, createdAt, ...values } = row;
    try {
      await this.mail.send(email, language, 'ticket_answer', values);
    } catch (error) {
      const isLast = now.getTime() - createdAt.getTime() > retryMilliseconds;
      if (isLast) await this.giveUp(id, { ticketId, reference: values.reference });
      const next = isLast ? 'is given up' : 'will be retried';
      this.logger.warn(`answer ${id} was not sent and ${next}: ${(error as Error).message}`);
      return false;
    }
    await this.database.write(markSent, [this.clock.now(), id]);
    return true;
  }

  /** The person waits for an answer again, which every administrator sees. */
  private giveUp(id: number, { ticketId, reference }: { ticketId: number; reference: string }) {
    return this.database.transaction(async (tx) => {
      await tx.write(reopen, [ticketId]);
      await tx.write(giveUp, [id]);
      await this.audit.record(tx, { action: 'ticket.unsent', type: 'error', values: { reference } });
      this.events.emit(tx, 'administrators', 'ticket_queue', { id: ticketId, status: 'open' });
    });
  }
}
