import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Call, deviceCookie } from '../common/call';
import { cookie } from '../common/cookies';
import { Config } from '../config';
import { account, codesOf, fromDevice, type Subject } from './attempts.service';
import { keyedDigest } from './secrets';

/** As long as browsers keep a cookie. */
const keptSeconds = 400 * 24 * 60 * 60;

/** Of whom a wrong attempt is, as it is counted. */
export interface Attempting {
  id: number;
  /** None where no password signs in, such as a temporary one that expired. */
  passwordHash: string | undefined;
}

/**
 * Browsers in which a person signed in before. Their attempts have a count of their own, so that strangers who type wrong
 * passwords keep nobody out of their account. The cookie says who and is signed, with the digest of the present password:
 * another password makes every browser a stranger again. It lets nobody in, and its count is as short as a stranger's.
 */
@Injectable()
export class KnownDevices {
  private readonly key: Buffer;
  private readonly secure: boolean;

  constructor(
    private readonly dataSource: DataSource,
    config: Config,
  ) {
    this.key = keyedDigest(config.signingKey, 'known devices');
    this.secure = config.shellOrigin.startsWith('https:');
  }

  /** Whose wrong passwords this call's would be. */
  passwordsOf(person: Attempting, call: Call): Subject {
    const device = this.recognised(person, call);
    return device ? fromDevice(account(person.id), device) : account(person.id);
  }

  /** Whose wrong codes this call's would be. */
  async codesOf(userId: number, call: Call): Promise<Subject> {
    if (call.device === undefined) return codesOf(userId);
    const passwordHash = await this.passwordHashOf(userId);
    const device = this.recognised({ id: userId, passwordHash }, call);
    return device ? fromDevice(codesOf(userId), device) : codesOf(userId);
  }

  /** The cookie for a browser in which a person has just signed in; one that is known stays the same device. */
  async remember(userId: number, call: Call): Promise<string> {
    const person = { id: userId, passwordHash: await this.passwordHashOf(userId) };
    const device = this.recognised(person, call) ?? randomBytes(16).toString('base64url');
    const value = `${userId}.${device}.${this.signature(person, device)}`;
    return cookie(deviceCookie, value, { secure: this.secure, maxAgeSeconds: keptSeconds });
  }

  /** The device that the call's cookie names, if it is a genuine one of the person's. */
  private recognised(person: Attempting, call: Call): string | undefined {
    const [userId, device, given] = call.device?.split('.') ?? [];
    if (userId !== String(person.id) || !device || !given) return undefined;
    const right = Buffer.from(this.signature(person, device));
    const presented = Buffer.from(given);
    return presented.length === right.length && timingSafeEqual(presented, right) ? device : undefined;
  }

  private signature({ id, passwordHash }: Attempting, device: string): string {
    return keyedDigest(this.key, `${id}.${device}.${passwordHash ?? ''}`).toString('base64url');
  }

  private async passwordHashOf(userId: number): Promise<string> {
    const [row] = (await this.dataSource.query('SELECT password_hash AS hash FROM users WHERE id = ?', [
      userId,
    ])) as { hash: string }[];
    return row?.hash ?? '';
  }
}
