import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { languages } from '@bank/contracts/language';
import { z } from 'zod';
import { idRow, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { MailService } from '../../platform/mail/mail.service';
import { RepeatedTask } from '../../platform/tasks/repeated-task';
import { refusalOf } from './mail-refusal';
import { pauseAfter } from './pauses';

const pollMilliseconds = 1_000;
const batch = 10;
/** Longer than the mails of a batch take: afterwards those of a server that died are due again. */
const leaseSeconds = 300;

const due = `
  SELECT id FROM former_addresses WHERE warn_at <= UTC_TIMESTAMP(3)
  ORDER BY warn_at LIMIT ${batch} FOR UPDATE SKIP LOCKED`;
const lease = `
  UPDATE former_addresses SET warn_at = UTC_TIMESTAMP(3) + INTERVAL ${leaseSeconds} SECOND, tries = tries + 1
  WHERE id IN (?)`;
const leased = `
  SELECT f.id, f.email AS former, f.new_email AS email, f.tries, u.first_name AS name, u.language
  FROM former_addresses f JOIN users u ON u.id = f.user_id WHERE f.id IN (?) ORDER BY f.id`;
const leasedRow = rowOf({
  id: whole,
  former: text,
  email: text,
  /** This one included. */
  tries: whole,
  name: text,
  language: z.enum(languages),
});
const forget = 'DELETE FROM former_addresses WHERE id = ?';
/** Not after another server has leased it. */
const later =
  'UPDATE former_addresses SET warn_at = UTC_TIMESTAMP(3) + INTERVAL ? SECOND WHERE id = ? AND tries = ?';

type Leased = z.infer<typeof leasedRow>;

/**
 * Warns former e-mail addresses of their replacement, once: again only when a server dies between sending and recording. An
 * address is forgotten when its mail was accepted, or is given up.
 */
@Injectable()
export class FormerAddressesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('FormerAddresses');
  private readonly task = new RepeatedTask({
    work: async (stopping) => {
      await this.warnSome(stopping);
      return undefined;
    },
    everyMs: pollMilliseconds,
    onFailure: (error) => this.logger.error('former addresses are out of reach', error.stack),
  });

  constructor(
    private readonly database: Database,
    private readonly mail: MailService,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  private async warnSome(stopping: AbortSignal): Promise<void> {
    const ids = await this.database.transaction(async (tx) => {
      const rows = await tx.rows(idRow, due, []);
      const found = rows.map(({ id }) => id);
      if (found.length > 0) tx.defer([lease, [found]]);
      return found;
    });
    if (ids.length === 0) return;
    // What a stopping server leaves is due again when its lease ends.
    for (const row of await this.database.rows(leasedRow, leased, [ids]))
      if (!stopping.aborted) await this.warn(row);
  }

  private async warn(row: Leased): Promise<void> {
    const { id, former, language, name, email, tries } = row;
    try {
      await this.mail.send(former, language, 'email_changed', { name, email });
    } catch (error) {
      const pause = refusalOf(error) === undefined ? pauseAfter(row) : null;
      const what = `the warning ${id} of a former address, try ${tries}: ${(error as Error).message}`;
      if (pause !== null) {
        this.logger.warn(`${what}; again in ${pause} s`);
        await this.database.write(later, [pause, id, tries]);
        return;
      }
      this.logger.error(`given up: ${what}`);
    }
    await this.database.write(forget, [id]);
  }
}
