import { Injectable } from '@nestjs/common';
import { rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { AttemptsService } from './attempts.service';
import { KnownDevices } from './known-devices.service';
import { PasswordsService } from './passwords.service';

const hashRow = rowOf({ hash: text });

@Injectable()
export class PasswordProofService {
  constructor(
    private readonly database: Database,
    private readonly attempts: AttemptsService,
    private readonly devices: KnownDevices,
    private readonly passwords: PasswordsService,
  ) {}

  /**
   * Checks the password of a signed-in user. It counts as an attempt on the account, so that an open session does not allow
   * guessing.
   * @throws ApiException PASSWORD_WRONG about the field, TOO_MANY_ATTEMPTS.
   */
  async demand(context: RequestContext, password: string, field: string): Promise<void> {
    const { userId } = context.actor;
    const sql = 'SELECT password_hash AS hash FROM users WHERE id = ? AND password_blocked_at IS NULL';
    const row = await this.database.row(hashRow, sql, [userId]);
    const isRight = await this.attempts.judge(
      this.devices.passwordsOf({ id: userId, passwordHash: row?.hash ?? '' }, context),
      context.address,
      () => this.passwords.matches(row?.hash, password),
      { action: 'password.refused', ...authorOf(context) },
    );
    if (!isRight) throw new ApiException('PASSWORD_WRONG', { fields: { [field]: 'PASSWORD_WRONG' } });
  }
}
