import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { BoundedQueue } from '../../platform/tasks/bounded-queue';
import { ApiException } from '../../platform/errors/api-exception';
import { Config } from '../../platform/config/config';
import { isWeak } from './password-strength';

/** argon2id (the package's default) at 19 MiB, t = 2, p = 1: OWASP's setting, 8 ms each. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Waiting hashes per running one: about half a second of work. */
const queuedPerRunning = 50;

@Injectable()
export class PasswordsService {
  private readonly queue: BoundedQueue;
  private readonly dummyHash = hash('nobody has this password', cost);

  constructor({ hashesAtOnce }: Config) {
    const refusal = { retryAfterSeconds: 1 };
    this.queue = new BoundedQueue(hashesAtOnce, hashesAtOnce * queuedPerRunning, ['UNAVAILABLE', refusal]);
  }

  /** @throws ApiException UNAVAILABLE when too many hashes wait already. */
  hash(password: string): Promise<string> {
    return this.queue.run(() => hash(password, cost));
  }

  /**
   * Whether the password matches the hash; without a hash false, after the same time.
   * @throws ApiException UNAVAILABLE when too many hashes wait already.
   */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const stored = passwordHash ?? (await this.dummyHash);
    const isSame = await this.queue.run(() => verify(stored, password));
    return isSame && passwordHash !== undefined;
  }

  /**
   * Refuses an easily guessed password; `own` are the person's words: names, e-mail, username.
   * @throws ApiException PASSWORD_TOO_COMMON about the field.
   */
  refuseCommon(password: string, field: string, ...own: string[]): void {
    if (isWeak(password, own)) {
      throw new ApiException('PASSWORD_TOO_COMMON', { fields: { [field]: 'PASSWORD_TOO_COMMON' } });
    }
  }
}
