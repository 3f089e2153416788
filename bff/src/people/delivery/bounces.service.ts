import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import type { Handled } from '../../ports/messages/inbox.service';
import { jsonOf } from '../../ports/messages/json-message';

/**
 * What a mail provider reports about mails that it accepted: the address, and the code of the refusal (RFC 5321). Other parts
 * of its message are its own.
 */
const report = z.object({
  bounces: z.array(z.object({ email: z.string().max(254), code: z.int().min(400).max(599) })).max(500),
});

/** Addresses are compared by the database's collation; an address of no customer is ignored. The key has no deleted users. */
export const markBounce = `
  INSERT INTO mail_bounces (user_id, email, code, at)
  SELECT id, email, ?, ? FROM users WHERE email_key = ?
  ON DUPLICATE KEY UPDATE email = VALUES(email), code = VALUES(code), at = VALUES(at)`;

/** Stores the addresses that a mail provider could not reach: bulk messages are not sent there again. */
@Injectable()
export class BouncesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Takes a report whose signature was verified; the same one twice changes nothing. Refusals for the moment (4xx) pass. */
  async receive(body: Buffer): Promise<Handled> {
    const read = report.safeParse(jsonOf(body));
    if (!read.success) return { answer: null, fault: 'MALFORMED' };
    const lasting = read.data.bounces.filter(({ code }) => code >= 500);
    const now = this.clock.now();
    for (const { email, code } of lasting) await this.database.write(markBounce, [code, now, email]);
    return { answer: null };
  }
}
