import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '../common/actor';
import type { Call } from '../common/call';
import { Failure } from '../common/failure';
import { AttemptsService } from './attempts.service';
import { KnownDevices } from './known-devices.service';
import { PasswordsService } from './passwords.service';

@Injectable()
export class PasswordProofService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly attempts: AttemptsService,
    private readonly devices: KnownDevices,
    private readonly passwords: PasswordsService,
  ) {}

  /**
   * Makes a signed-in person show that they know their password. It counts as an attempt on the account, like a
   * sign-in: an open session alone must not be enough to guess it.
   * @throws Failure PASSWORD_WRONG about the field, TOO_MANY_ATTEMPTS.
   */
  async demand(actor: Actor, password: string, field: string, call: Call): Promise<void> {
    const [row] = (await this.dataSource.query('SELECT password_hash AS hash FROM users WHERE id = ?', [
      actor.userId,
    ])) as { hash: string }[];
    const { userId, email } = actor;
    const passwordHash = row?.hash ?? '';
    const right = await this.attempts.judge(
      this.devices.passwordsOf({ id: userId, passwordHash }, call),
      call.address,
      () => this.passwords.matches(row?.hash, password),
      {
        userId,
        email,
        requestId: call.requestId,
        action: 'password.refused',
        message: 'Mot de passe refusé.',
      },
    );
    if (!right) throw new Failure('PASSWORD_WRONG', { fields: { [field]: 'PASSWORD_WRONG' } });
  }
}
