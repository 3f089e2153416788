import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomInt,
} from 'node:crypto';
import type { NumberedKey } from '../../platform/config/keys';

/** A code of six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** A random token of 256 bits, safe in URLs. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored hash of a token, whose entropy needs no slow hash. */
export const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The stored hash of a short code, keyed against exhaustive search. */
export const keyedDigest = (key: Buffer, code: string): Buffer =>
  createHmac('sha256', key).update(code).digest();

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts by AES-256-GCM; `owner` binds the result to its row. */
export function encrypt(key: Buffer, owner: string, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(
    Buffer.from(owner),
  );
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** The digests that a code may be stored under, by every known key. */
export const keyedDigests = (keys: readonly NumberedKey[], code: string): Buffer[] =>
  keys.map(({ key }) => keyedDigest(key, code));

/** Whether a key encrypted the data for its owner. */
export function isEncryptedBy(key: Buffer, owner: string, data: Buffer): boolean {
  try {
    decrypt(key, owner, data);
    return true;
  } catch {
    return false;
  }
}

/** As `decrypt`, by whichever of the known keys it was encrypted with. */
export function decryptByAny(keys: readonly NumberedKey[], owner: string, data: Buffer): string {
  const own = keys.find(({ key }) => isEncryptedBy(key, owner, data)) ?? keys[0];
  return decrypt(own?.key ?? Buffer.alloc(0), owner, data);
}

/** @throws Error when the data was changed, or the owner or the key is another one. */
export function decrypt(key: Buffer, owner: string, data: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(data.subarray(ivBytes, ivBytes + tagBytes));
  return decipher.update(data.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
