import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';

/** Why the sender of a push message is refused (RFC 8292, section 4.2): it names none, or it proves to be none. */
type SenderFault = 401 | 403;

const claims = z.object({
  aud: z.string(),
  exp: z.number(),
  sub: z.string().regex(/^(mailto:.+@.+|https:\/\/.+)/),
});
const longestSeconds = 24 * 3_600;

/**
 * Verifies who sends a push message: a token of the sender's key for this origin, valid for at most a day (RFC 8292).
 * @param expected the key to which the browser bound the subscription, in base64url.
 */
export function senderFault(
  authorization: string | undefined,
  { origin, expected, now }: { origin: string; expected: string | null; now: Date },
): SenderFault | undefined {
  const parts = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization ?? '');
  if (!parts) return 401;
  const [, head = '', payload = '', signature = '', key = ''] = parts;
  const token = claims.safeParse(jsonIn(payload)).data;
  if (!token || token.aud !== origin) return 403;
  const secondsLeft = token.exp - now.getTime() / 1000;
  if (secondsLeft < 0 || secondsLeft > longestSeconds) return 403;
  if (expected !== null && key !== expected) return 403;
  return isSigned(`${head}.${payload}`, signature, key) ? undefined : 403;
}

/** ES256 (RFC 7518): the signature is the two numbers one after the other. */
function isSigned(text: string, signature: string, key: string): boolean {
  try {
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const given = Buffer.from(signature, 'base64url');
    return verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, given);
  } catch {
    return false;
  }
}

function jsonIn(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
