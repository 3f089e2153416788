import { createHmac, timingSafeEqual } from 'node:crypto';

/** More than any that we make. */
const longest = 4_000;

/**
 * A value that a browser carries for us in a cookie and nobody else can write: its JSON and an HMAC-SHA256 (RFC 2104).
 * Whoever reads it may know it. A seal for one purpose is worth nothing for another.
 */
export function sealed(key: Buffer, purpose: string, value: unknown): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${sealOf(key, purpose, text).toString('base64url')}`;
}

/** The value of a proof; undefined for one that is missing, or not ours. */
export function unsealed(key: Buffer, purpose: string, proof: string | undefined): unknown {
  if (!proof || proof.length > longest) return undefined;
  const [text = '', seal = ''] = proof.split('.');
  const expected = sealOf(key, purpose, text);
  const given = Buffer.from(seal, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

const sealOf = (key: Buffer, purpose: string, text: string) =>
  createHmac('sha256', key).update(`${purpose} ${text}`).digest();
