import { createHash } from 'node:crypto';

/** The hash of a file, script or style as its element names it (W3C SRI). */
export const integrityOf = (content: string | Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;
