import { createHmac } from 'node:crypto';
import type { IdentifiedRequest } from '../../platform/http/actor';
import { canonicalJson } from '../../platform/http/idempotency-key';

/** The parts of a request that an approval is bound to. */
export type BoundRequest = Pick<IdentifiedRequest, 'method' | 'url' | 'body'>;

/**
 * The keyed hash of a user's request: method, whole address and exact body. Equal bodies have equal hashes whatever the
 * order of their keys; any other difference gives another hash.
 */
export const requestHash = (key: Buffer, userId: number, { method, url, body }: BoundRequest): Buffer =>
  createHmac('sha256', key)
    .update(`approval\n${userId}\n${method} ${url}\n${canonicalJson(body)}`)
    .digest();
