import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Clock } from '../../platform/time/clock.service';
import { unixSeconds } from '../../platform/time/durations';

/** Signs access tokens; `access-token.ts` has their format. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly jwt: JwtService,
    private readonly clock: Clock,
  ) {}

  sign(userId: number, sessionId: number): string {
    const iat = unixSeconds(this.clock.now());
    return this.jwt.sign({ sub: String(userId), sid: sessionId, iat, jti: randomUUID() });
  }
}
