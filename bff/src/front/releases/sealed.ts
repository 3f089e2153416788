import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NumberedKey } from '../../platform/config/keys';

/** Longer than any that the bank makes. */
const maxLength = 4_000;

/** A readable value that only the bank can write: its JSON and an HMAC-SHA256 (RFC 2104), valid for one purpose. */
export function sealed(key: Buffer, purpose: string, value: unknown): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${sealOf(key, purpose, text).toString('base64url')}`;
}

/** The value of a proof by any of the known keys; undefined for a missing or forged one. */
export function unsealed(keys: readonly NumberedKey[], purpose: string, proof: string | undefined): unknown {
  if (!proof || proof.length > maxLength) return undefined;
  const [text = '', seal = ''] = proof.split('.');
  const given = Buffer.from(seal, 'base64url');
  const isOurs = keys.some(({ key }) => {
    const expected = sealOf(key, purpose, text);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

const sealOf = (key: Buffer, purpose: string, text: string) =>
  createHmac('sha256', key).update(`${purpose} ${text}`).digest();
