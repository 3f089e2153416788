import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { Failure } from '../common/failure';
import { Config } from '../config';
import { verification, type AccessClaims } from './access-token';
import { SessionsService, type CurrentSession } from './sessions.service';

/** Turns a genuine access token into the session it belongs to, as the database knows it now. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    config: Config,
    private readonly sessions: SessionsService,
  ) {
    super(verification(config));
  }

  /** @throws Failure SESSION_EXPIRED when the session is over or its owner may no longer enter. */
  async validate({ sub, sid }: AccessClaims): Promise<CurrentSession> {
    const current = await this.sessions.current(sid, Number(sub));
    if (!current) throw new Failure('SESSION_EXPIRED');
    return current;
  }
}
