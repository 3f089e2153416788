import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { ApiException } from '../../platform/errors/api-exception';
import { Config } from '../../platform/config/config';
import { verification, type AccessClaims } from './access-token';
import { CurrentSessions, type CurrentSession } from './current-sessions.service';

/** Turns a valid access token into its current session. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    config: Config,
    private readonly sessions: CurrentSessions,
  ) {
    super(verification(config));
  }

  /** @throws ApiException SESSION_EXPIRED when the session has ended or its user may no longer sign in. */
  async validate({ sub, sid }: AccessClaims): Promise<CurrentSession> {
    const current = await this.sessions.find(sid, Number(sub));
    if (!current) throw new ApiException('SESSION_EXPIRED');
    return current;
  }
}
