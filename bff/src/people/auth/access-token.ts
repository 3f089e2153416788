import { createSecretKey } from 'node:crypto';
import { z } from 'zod';
import type { JwtModuleOptions } from '@nestjs/jwt';
import type { StrategyOptionsWithoutRequest } from 'passport-jwt';
import { ExtractJwt } from 'passport-jwt';
import type { Config } from '../../platform/config/config';

const algorithm = 'HS256';
const issuer = 'bank-pcs';
const audience = 'bank-pcs-api';

/** The claims of an access token; everything else is read from the database. */
export interface AccessClaims {
  sub: string;
  sid: number;
}

/**
 * As a key object: jsonwebtoken first tries to parse raw bytes as a public key at each call, which took over a millisecond;
 * the callers' types only know raw bytes.
 */
const keyOf = (key: Buffer) => createSecretKey(key) as unknown as Buffer;

const header = z.object({ kid: z.string().optional() });

/** The header that was read last: all tokens of a key have the same text. */
let known: { text: string; id: string | undefined } = { text: '', id: undefined };

/** The id of the key that a token names; tokens of before keys had ids name none, and have the oldest. */
function idIn(token: string): string | undefined {
  const text = token.slice(0, token.indexOf('.'));
  if (text !== known.text) known = { text, id: idOf(text) };
  return known.id;
}

function idOf(text: string): string | undefined {
  try {
    return header.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data?.kid;
  } catch {
    return undefined;
  }
}

export const signing = (config: Config): JwtModuleOptions => ({
  secret: keyOf(config.signingKey),
  signOptions: {
    algorithm,
    issuer,
    audience,
    expiresIn: config.accessTokenSeconds,
    keyid: String(config.signingKeys[0]?.id),
  },
});

export function verification({ signingKeys }: Config): StrategyOptionsWithoutRequest {
  const keys = new Map(signingKeys.map(({ id, key }) => [String(id), keyOf(key)]));
  const oldest = String(Math.min(...signingKeys.map(({ id }) => id)));
  return {
    jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
    secretOrKeyProvider: (_request, token: string, done) => {
      const key = keys.get(idIn(token) ?? oldest);
      done(key ? null : 'the key of the token is not known', key);
    },
    algorithms: [algorithm],
    issuer,
    audience,
  };
}
