import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

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

/** @throws Error when the data was changed, or the owner or the key is another one. */
export function decrypt(key: Buffer, owner: string, data: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(data.subarray(ivBytes, ivBytes + tagBytes));
  return decipher.update(data.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
