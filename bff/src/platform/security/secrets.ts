import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { NumberedKey } from '../config/keys';

/** A code of six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** A random token of 256 bits, safe in URLs. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * The token that follows another one in an exchange with a key, of 256 bits: the same for each repeat of the exchange, and
 * unknown without the token.
 */
export const successorOf = (token: string, key: string): string =>
  createHmac('sha256', token).update(key).digest('base64url');

/** The stored hash of a token, whose entropy needs no slow hash. */
export const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The stored hash of a short code, keyed against exhaustive search. */
export const keyedDigest = (key: Buffer, code: string): Buffer =>
  createHmac('sha256', key).update(code).digest();

/** The digests that a code may be stored under, by every known key. */
export const keyedDigests = (keys: readonly NumberedKey[], code: string): Buffer[] =>
  keys.map(({ key }) => keyedDigest(key, code));
