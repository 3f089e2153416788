import { keyedDigest } from '../../platform/security/secrets';

/** The stored digest of a code of a message, of one approval. */
export const codeDigest = (key: Buffer, approvalId: number, code: string): Buffer =>
  keyedDigest(key, `approval code ${approvalId} ${code}`);

/** The challenge of a passkey's assertion: of one approval, and so of one exact request. */
export const challengeOf = (
  key: Buffer,
  { id, request_hash }: { id: number; request_hash: Buffer },
): string =>
  keyedDigest(key, `approval challenge ${id} ${request_hash.toString('hex')}`).toString('base64url');
