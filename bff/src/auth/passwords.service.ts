import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit, { type LimitFunction } from 'p-limit';
import { Config } from '../config';
import { Failure } from '../common/failure';
import { isWeak } from './password-strength';

/** argon2id (the package's default) at 19 MiB, t = 2, p = 1: OWASP's setting, 8 ms a piece. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Hashes that may wait per one that runs: about half a second of work. */
const queuedPerRunning = 50;

@Injectable()
export class PasswordsService {
  private readonly gate: LimitFunction;
  private readonly longestQueue: number;
  private readonly nobodys = hash('nobody has this password', cost);

  constructor(config: Config) {
    this.gate = pLimit(config.hashesAtOnce);
    this.longestQueue = config.hashesAtOnce * queuedPerRunning;
  }

  /** @throws Failure UNAVAILABLE when too many hashes wait already. */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, cost));
  }

  /**
   * Whether the password belongs to the digest. Without a digest the answer is no, after the same time.
   * @throws Failure UNAVAILABLE when too many hashes wait already.
   */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const stored = passwordHash ?? (await this.nobodys);
    const same = await this.inTurn(() => verify(stored, password));
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

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.gate.pendingCount >= this.longestQueue)
      throw new Failure('UNAVAILABLE', { retryAfterSeconds: 1 });
    return this.gate(work);
  }
}
