import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import type { Session } from '@bank/contracts/auth';
import { AuditService } from '../audit/audit.service';
import type { Call } from '../common/call';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { inTransaction } from '../common/transaction';
import { UsersService } from '../users/users.service';
import { digest, newToken } from './secrets';
import { SessionsService } from './sessions.service';
import { TwoFactorService } from './two-factor.service';

const codeSeconds = 60;

const selectPerson = `
  SELECT u.id, u.email FROM continue_codes c JOIN users u ON u.id = c.user_id
  WHERE c.code_hash = ? AND c.expires_at > ? AND u.status = 'active' AND u.deleted_at IS NULL`;

/** Lets whoever signed up in a frame of a partner's page go on in the bank's own site, without a token in the frame. */
@Injectable()
export class ContinueService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly twoFactor: TwoFactorService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** A code that signs a person in once, within 60 seconds; an older one of theirs works no more. */
  async issue(runner: QueryRunner, userId: number): Promise<string> {
    const code = newToken();
    const expiresAt = new Date(this.clock.now().getTime() + codeSeconds * 1000);
    await runner.query('DELETE FROM continue_codes WHERE user_id = ?', [userId]);
    await runner.query('INSERT INTO continue_codes (code_hash, user_id, expires_at) VALUES (?, ?, ?)', [
      digest(code),
      userId,
      expiresAt,
    ]);
    return code;
  }

  /**
   * Exchanges a code for a session. A second factor is never passed over: whoever has one signs in.
   * @throws Failure CONTINUE_CODE_INVALID for a code that was used, is too old, or never was.
   */
  exchange(code: string, call: Call): Promise<Session> {
    const hash = digest(code);
    return inTransaction(this.dataSource, async (runner) => {
      const [person] = (await runner.query(selectPerson, [hash, this.clock.now()])) as {
        id: number;
        email: string;
      }[];
      // Of two calls that hold the same code, one deletes it.
      const spent = (await runner.query('DELETE FROM continue_codes WHERE code_hash = ?', [hash])) as {
        affectedRows: number;
      };
      if (!person || spent.affectedRows !== 1 || (await this.twoFactor.isEnabled(runner, person.id))) {
        throw new Failure('CONTINUE_CODE_INVALID');
      }
      const tokens = await this.sessions.open(runner, person.id, call);
      await this.audit.record(runner, {
        ...{ action: 'session.opened', type: 'info', message: 'Connexion à la suite d’une inscription.' },
        ...{ userId: person.id, email: person.email, requestId: call.requestId },
      });
      return { ...tokens, user: await this.users.read(runner, person.id) };
    });
  }
}
