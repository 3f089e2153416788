import { createSecretKey, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService, type JwtModuleOptions } from '@nestjs/jwt';
import type { StrategyOptionsWithoutRequest } from 'passport-jwt';
import { ExtractJwt } from 'passport-jwt';
import type { Config } from '../config';
import { Clock } from '../common/clock';

const algorithm = 'HS256';
const issuer = 'bank-pcs';
const audience = 'bank-pcs-api';

/** What an access token says: whose it is and of which session. Everything else is asked of the database. */
export interface AccessClaims {
  sub: string;
  sid: number;
}

/**
 * The key is given as one: jsonwebtoken first tries to read bare bytes as a pair's half, at each call, which took over a
 * millisecond; the types of those who use it do not know the better way.
 */
const keyOf = ({ signingKey }: Config) => createSecretKey(signingKey) as unknown as Buffer;

export const signing = (config: Config): JwtModuleOptions => ({
  secret: keyOf(config),
  signOptions: { algorithm, issuer, audience, expiresIn: config.accessTokenSeconds },
});

/** The algorithm is ours to say, never the token's. */
export const verification = (config: Config): StrategyOptionsWithoutRequest => ({
  jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
  secretOrKey: keyOf(config),
  algorithms: [algorithm],
  issuer,
  audience,
});

@Injectable()
export class AccessTokens {
  constructor(
    private readonly jwt: JwtService,
    private readonly clock: Clock,
  ) {}

  sign(userId: number, sessionId: number): string {
    const iat = Math.floor(this.clock.now().getTime() / 1000);
    return this.jwt.sign({ sub: String(userId), sid: sessionId, iat, jti: randomUUID() });
  }
}
