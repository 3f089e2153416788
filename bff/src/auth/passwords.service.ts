import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { BoundedQueue } from '../common/bounded-queue';
import { Failure } from '../common/failure';
import { Config } from '../config';
import { isWeak } from './password-strength';

/** argon2id (the package's default) at 19 MiB, t = 2, p = 1: OWASP's setting, 8 ms a piece. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Hashes that may wait per one that runs: about half a second of work. */
const queuedPerRunning = 50;

@Injectable()
export class PasswordsService {
  private readonly queue: BoundedQueue;
  private readonly nobodys = hash('nobody has this password', cost);

  constructor({ hashesAtOnce }: Config) {
    const refusal = { retryAfterSeconds: 1 };
    this.queue = new BoundedQueue(hashesAtOnce, hashesAtOnce * queuedPerRunning, ['UNAVAILABLE', refusal]);
  }

  /** @throws Failure UNAVAILABLE when too many hashes wait already. */
  hash(password: string): Promise<string> {
    return this.queue.run(() => hash(password, cost));
  }

  /**
   * Whether the password belongs to the digest. Without a digest the answer is no, after the same time.
   * @throws Failure UNAVAILABLE when too many hashes wait already.
   */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const stored = passwordHash ?? (await this.nobodys);
    const same = await this.queue.run(() => verify(stored, password));
    return same && passwordHash !== undefined;
  }

  /**
   * Refuses a new password that is soon guessed, `own` being the words of the person: names, e-mail, username.
   * @throws Failure PASSWORD_TOO_COMMON about the field.
   */
  refuseCommon(password: string, field: string, ...own: string[]): void {
    if (isWeak(password, own)) {
      throw new Failure('PASSWORD_TOO_COMMON', { fields: { [field]: 'PASSWORD_TOO_COMMON' } });
    }
  }
}
