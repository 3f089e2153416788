import { createSecretKey } from 'node:crypto';
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
const keyOf = ({ signingKey }: Config) => createSecretKey(signingKey) as unknown as Buffer;

export const signing = (config: Config): JwtModuleOptions => ({
  secret: keyOf(config),
  signOptions: { algorithm, issuer, audience, expiresIn: config.accessTokenSeconds },
});

export const verification = (config: Config): StrategyOptionsWithoutRequest => ({
  jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
  secretOrKey: keyOf(config),
  algorithms: [algorithm],
  issuer,
  audience,
});
