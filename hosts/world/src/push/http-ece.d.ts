declare module 'http_ece' {
  /** Encrypted content coding (RFC 8188). @throws Error for what is not encrypted for the key. */
  export function decrypt(
    content: Buffer,
    keys: { version: 'aes128gcm'; privateKey: import('node:crypto').ECDH; authSecret: string },
  ): Buffer;
}
