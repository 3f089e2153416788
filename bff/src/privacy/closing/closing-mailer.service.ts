import { Injectable, Logger } from '@nestjs/common';
import { idRow } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { MailService } from '../../platform/mail/mail.service';
import { Clock } from '../../platform/time/clock.service';
import { privacyTexts } from '../retention/privacy-texts';
import { retentionLines } from '../retention/retention';
import * as sql from './closings.sql';
import { nextLook } from './return-watch';

/** Longer than an attempt can take: after it, another server retries what a stopped one left. */
const leaseMilliseconds = 5 * 60_000;
const batch = 20;

/** Confirms by mail that a relation has ended; a transaction that ended it has committed before, and none is open meanwhile. */
@Injectable()
export class ClosingMailer {
  private readonly logger = new Logger('ClosingMailer');

  constructor(
    private readonly database: Database,
    private readonly mail: MailService,
    private readonly clock: Clock,
  ) {}

  /** Sends one batch of the mails that are due, unless the server stops, and returns how many were sent. */
  async sendDue(now: Date, stopping: AbortSignal): Promise<number> {
    const rows = await this.database.rows(idRow, sql.unmailed, [now, batch]);
    let sent = 0;
    for (const { id } of rows) if (!stopping.aborted && (await this.send(id))) sent += 1;
    return sent;
  }

  /** A failed mail is retried while the balance is watched for its return: the address is erased soon after. */
  private async send(id: number): Promise<boolean> {
    const now = this.clock.now();
    const leasedUntil = new Date(now.getTime() + leaseMilliseconds);
    const { affectedRows } = await this.database.write(sql.leaseMail, [leasedUntil, id, now]);
    if (affectedRows === 0) return false;
    const { email, name, language, closedAt } = await this.database.found(sql.personRow, sql.person, [id]);
    const kept = retentionLines(language).map((line) => privacyTexts(language)('kept.line', { ...line }));
    try {
      await this.mail.send(email, language, 'relation_closed', { name, kept: kept.join('\n') });
    } catch (error) {
      const lookAt = nextLook(closedAt, this.clock.now());
      await this.database.write(sql.mailLater, [lookAt, id]);
      const next = lookAt ? 'is retried later' : 'is given up';
      this.logger.warn(`the end of closing ${id} was not mailed, and ${next}: ${(error as Error).message}`);
      return false;
    }
    await this.database.write(sql.setMailed, [this.clock.now(), id]);
    return true;
  }
}
