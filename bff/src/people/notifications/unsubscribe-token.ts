import { createHmac, timingSafeEqual } from 'node:crypto';

const signature = (key: Buffer, content: string) =>
  createHmac('sha256', key).update(`unsubscribe ${content}`).digest('base64url');

/** The token of a link that ends marketing messages to a person; it does nothing else, and works as long as the key. */
export function unsubscribeToken(key: Buffer, userId: number, writtenId: number): string {
  const content = `${userId}.${writtenId}`;
  return `${content}.${signature(key, content)}`;
}

/** The person and the message of a token that one of the keys signed; undefined for any other. */
export function readUnsubscribeToken(
  keys: readonly Buffer[],
  token: string,
): { userId: number; writtenId: number } | undefined {
  const match = /^(\d{1,10})\.(\d{1,10})\.([\w-]{43})$/.exec(token);
  if (!match) return undefined;
  const [, userId, writtenId, given = ''] = match;
  const isSigned = keys.some((key) =>
    timingSafeEqual(Buffer.from(signature(key, `${userId}.${writtenId}`)), Buffer.from(given)),
  );
  return isSigned ? { userId: Number(userId), writtenId: Number(writtenId) } : undefined;
}
