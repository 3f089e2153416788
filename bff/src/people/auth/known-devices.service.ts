import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { rowOf, text } from '../../platform/database/columns';
import { type Connection, Database } from '../../platform/database/database';
import { cookie, isSecure } from '../../platform/http/cookies';
import { deviceCookie, type Caller } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { account, codesOf, fromDevice, type Subject } from './attempts.service';
import { keyedDigest } from '../../platform/security/secrets';

const seen = `
  INSERT INTO seen_browsers (browser, user_id, seen_at) VALUES (?, ?, ?)
  ON DUPLICATE KEY UPDATE seen_at = VALUES(seen_at)`;
const hashRow = rowOf({ hash: text });

/** The longest lifetime that browsers allow for cookies. */
const cookieSeconds = 400 * 24 * 60 * 60;

/** The user whose attempts are counted. */
interface Attempting {
  id: number;
  /** Undefined when no password is valid, such as after a temporary one expired. */
  passwordHash: string | undefined;
}

/**
 * Browsers in which a user signed in before. Their attempts are counted apart, so that strangers who try wrong passwords do
 * not block the user. The cookie is signed together with the password hash, so that a new password invalidates it; it grants
 * no access and has the same limit.
 */
@Injectable()
export class KnownDevices {
  /** The one in use first. */
  private readonly keys: Buffer[];
  private readonly secure: boolean;
  private readonly fingerprintKey: Buffer;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.fingerprintKey = config.fingerprintKey;
    this.keys = config.signingKeys.map(({ key }) => keyedDigest(key, 'known devices'));
    this.secure = isSecure(config);
  }

  passwordsOf(person: Attempting, caller: Caller): Subject {
    const device = this.recognised(person, caller);
    return device ? fromDevice(account(person.id), device) : account(person.id);
  }

  async codesOf(userId: number, caller: Caller): Promise<Subject> {
    if (caller.device === undefined) return codesOf(userId);
    const passwordHash = await this.passwordHashOf(userId);
    const device = this.recognised({ id: userId, passwordHash }, caller);
    return device ? fromDevice(codesOf(userId), device) : codesOf(userId);
  }

  /** Whether a user has signed in in the caller's browser before, by the password of today. */
  async isKnown(connection: Connection, userId: number, caller: Caller): Promise<boolean> {
    if (caller.device === undefined) return false;
    const passwordHash = await this.passwordHashOf(userId, connection);
    return this.recognised({ id: userId, passwordHash }, caller) !== undefined;
  }

  /**
   * The cookie for a browser in which a user has signed in. A browser keeps its identifier, also when another user signs in
   * in it: staff who investigate a fraud see that the two people are linked.
   */
  async remember(userId: number, caller: Caller): Promise<string> {
    const person = { id: userId, passwordHash: await this.passwordHashOf(userId) };
    const device = (await this.browserOf(caller)) ?? randomBytes(16).toString('base64url');
    await this.database.write(seen, [
      keyedDigest(this.fingerprintKey, `browser ${device}`),
      userId,
      this.clock.now(),
    ]);
    const value = `${userId}.${device}.${signatureOf(this.keys[0] ?? Buffer.alloc(0), person, device)}`;
    return cookie(deviceCookie, value, { secure: this.secure, maxAgeSeconds: cookieSeconds });
  }

  /** The identifier of the caller's browser, also of another user; undefined where the cookie is missing or forged. */
  private async browserOf(caller: Caller): Promise<string | undefined> {
    const id = Number(caller.device?.split('.')[0]);
    if (!Number.isSafeInteger(id)) return undefined;
    return this.recognised({ id, passwordHash: await this.passwordHashOf(id) }, caller);
  }

  /** The device of the caller's cookie, if it is valid for the user. */
  private recognised(person: Attempting, caller: Caller): string | undefined {
    const [userId, device, signature] = caller.device?.split('.') ?? [];
    if (userId !== String(person.id) || !device || !signature) return undefined;
    const presented = Buffer.from(signature);
    const isOurs = this.keys.some((key) => {
      const expected = Buffer.from(signatureOf(key, person, device));
      return presented.length === expected.length && timingSafeEqual(presented, expected);
    });
    return isOurs ? device : undefined;
  }

  private async passwordHashOf(userId: number, connection: Connection = this.database): Promise<string> {
    const sql = 'SELECT password_hash AS hash FROM users WHERE id = ?';
    const row = await connection.row(hashRow, sql, [userId]);
    return row?.hash ?? '';
  }
}

const signatureOf = (key: Buffer, { id, passwordHash }: Attempting, device: string): string =>
  keyedDigest(key, `${id}.${device}.${passwordHash ?? ''}`).toString('base64url');
