import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** A token that nobody guesses (256 bits), safe in an address. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a token. It has too many bits to be searched for, so no slow hash is needed. */
export const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What the database keeps of a short code: without the key, nobody can try them all. */
export const keyedDigest = (key: Buffer, code: string): Buffer =>
  createHmac('sha256', key).update(code).digest();

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts by AES-256-GCM; `owner` binds the result to its row, so that it opens nowhere else. */
export function encrypt(key: Buffer, owner: string, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(
    Buffer.from(owner),
  );
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws when the data was changed, belongs to another owner, or the key is another one. */
export function decrypt(key: Buffer, owner: string, data: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(data.subarray(ivBytes, ivBytes + tagBytes));
  return decipher.update(data.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
