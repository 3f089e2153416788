import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { NumberedKey } from '../config/keys';

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts by AES-256-GCM; `owner` binds the result to its row or file. */
export function encrypt(key: Buffer, owner: string, content: string | Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(
    Buffer.from(owner),
  );
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws Error when the data was changed, or the owner or the key is another one. */
export function decrypt(key: Buffer, owner: string, data: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(data.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(data.subarray(ivBytes + tagBytes)), decipher.final()]);
}

/** Whether a key encrypted the data for its owner. */
export function isEncryptedBy(key: Buffer, owner: string, data: Buffer): boolean {
  try {
    decrypt(key, owner, data);
    return true;
  } catch {
    return false;
  }
}

/** As `decrypt`, of a text, by whichever of the known keys it was encrypted with. */
export function decryptByAny(keys: readonly NumberedKey[], owner: string, data: Buffer): string {
  const own = keys.find(({ key }) => isEncryptedBy(key, owner, data)) ?? keys[0];
  return decrypt(own?.key ?? Buffer.alloc(0), owner, data).toString();
}
