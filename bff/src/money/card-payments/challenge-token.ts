import { timingSafeEqual } from 'node:crypto';
import { keyedDigest } from '../../platform/security/secrets';
import type { Config } from '../../platform/config/config';

const signatureOf = (key: Buffer, id: string): string =>
  keyedDigest(key, `refuse card challenge ${id}`).toString('base64url');

/** The token in a notification that refuses one challenge without a session, and nothing else. */
export const refusalToken = ({ signingKey }: Pick<Config, 'signingKey'>, id: string): string =>
  `${id}.${signatureOf(signingKey, id)}`;

/** The challenge that a token refuses; undefined for a forged one. */
export function refusedBy({ signingKeys }: Pick<Config, 'signingKeys'>, token: string): string | undefined {
  const [id = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature);
  const isGenuine = signingKeys.some(({ key }) => {
    const expected = Buffer.from(signatureOf(key, id));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return isGenuine ? id : undefined;
}
