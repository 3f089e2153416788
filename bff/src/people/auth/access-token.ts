import { createSecretKey, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService, type JwtModuleOptions } from '@nestjs/jwt';
import type { StrategyOptionsWithoutRequest } from 'passport-jwt';
import { ExtractJwt } from 'passport-jwt';
import type { Config } from '../../platform/config/config';
import { Clock } from '../../platform/time/clock.service';

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
