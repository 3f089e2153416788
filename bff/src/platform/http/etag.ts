import { createHash } from 'node:crypto';

/** The strong entity tag of a content (RFC 9110, section 8.8.3). */
export const etagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
