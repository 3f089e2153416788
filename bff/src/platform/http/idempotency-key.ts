import { createHash } from 'node:crypto';
import { ApiException } from '../errors/api-exception';
import { canonicalAddress } from '../security/address';
import type { IdentifiedRequest } from './actor';
import type { Settlement } from './settlement';

/** The header of an answer that repeats the one of an earlier call with its key: when that one came (ISO 8601). */
export const replayedHeader = 'Idempotent-Replayed';

/** The identity of a repeated call: its sender, its key and its content. */
export interface IdempotencyKey {
  /** Null for an anonymous caller. */
  userId: number | null;
  /** The user, or the address of an anonymous caller, whichever its notation. */
  client: string;
  /** Null without the header: every such call is a new one. */
  key: string | null;
  /** SHA-256 of method, path and body, which may hold a password: stored only keyed. */
  fingerprint: Buffer;
  /** The answer holds a secret, so it is not stored. */
  hasSecretAnswer: boolean;
  /** Of a call that needs an approval: `Idempotency` settles it in the work's transaction. */
  settlement?: Settlement | undefined;
  /** Gets the time of the first call, where this one gets its stored answer. */
  onReplayed?: ((firstAt: Date) => void) | undefined;
}

/** @throws ApiException INVALID_IDEMPOTENCY_KEY unless the header is absent or 1 to 255 visible ASCII characters. */
export function idempotencyKeyOf(
  request: Pick<IdentifiedRequest, 'headers' | 'ip' | 'user' | 'method' | 'url' | 'body' | 'settlement'>,
  hasSecretAnswer = false,
  onReplayed?: IdempotencyKey['onReplayed'],
): IdempotencyKey {
  const header = request.headers['idempotency-key'];
  if (header !== undefined && (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header))) {
    throw new ApiException('INVALID_IDEMPOTENCY_KEY');
  }
  const [path] = request.url.split('?');
  return {
    userId: request.user?.userId ?? null,
    client: request.user ? `user:${request.user.userId}` : `address:${canonicalAddress(request.ip)}`,
    key: header ?? null,
    fingerprint: createHash('sha256')
      .update(`${request.method} ${path}\n${canonicalJson(request.body)}`)
      .digest(),
    hasSecretAnswer,
    settlement: request.settlement,
    onReplayed,
  };
}

/**
 * JSON with sorted keys, so that equal bodies give equal texts.
 * @throws ApiException MALFORMED_REQUEST when the body is nested too deeply.
 */
export function canonicalJson(body: unknown): string {
  try {
    return JSON.stringify(body ?? null, (_key, part: unknown) =>
      part !== null && typeof part === 'object' && !Array.isArray(part) ? inKeyOrder(part) : part,
    );
  } catch (error) {
    throw error instanceof RangeError ? new ApiException('MALFORMED_REQUEST') : error;
  }
}

const inKeyOrder = (part: object) =>
  Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)));
