declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** Encrypted content coding (RFC 8188). @throws Error for what is not encrypted for the key. */
  export function decrypt(
    content: Buffer,
    keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer;
}
