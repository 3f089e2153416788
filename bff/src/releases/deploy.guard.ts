import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../common/failure';
import { type Access, accessKey } from '../common/permission';
import { DeployTokensService, type Team } from './deploy-tokens.service';
import { TokenRefusals } from './token-refusals';

type TeamRequest = FastifyRequest<{ Params: { remote?: string } }> & { team?: Team };

/** Lets in a team by its deploy token, to its own remotes: the `:remote` of the route. */
@Injectable()
export class DeployGuard implements CanActivate {
  constructor(
    private readonly tokens: DeployTokensService,
    private readonly refusals: TokenRefusals,
  ) {}

  /** @throws Failure UNAUTHENTICATED or DEPLOY_TOKEN_EXPIRED without a token that works, FORBIDDEN for another team's remote. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<TeamRequest>();
    const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const from = { address: request.ip, requestId: request.id };
    const { remote = '' } = request.params;
    const team = await this.tokens.teamOf(token);
    if (!team) {
      if (token) await this.refusals.tell({ ...from, reason: 'unknown' });
      throw new Failure('UNAUTHENTICATED');
    }
    if ('ended' in team) {
      await this.refusals.tell({ ...from, reason: team.ended, team: team.team });
      throw new Failure(team.ended === 'expired' ? 'DEPLOY_TOKEN_EXPIRED' : 'UNAUTHENTICATED');
    }
    if (team.remotes && !team.remotes.includes(remote)) {
      await this.refusals.tell({ ...from, reason: 'remote', team: team.team, remote });
      throw new Failure('FORBIDDEN');
    }
    request.team = team;
    return true;
  }
}

/** Teams call the route with their deploy token, never a person. */
export const ForTeams = () =>
  applyDecorators(SetMetadata(accessKey, { team: true } satisfies Access), UseGuards(DeployGuard));

/** A team's call: who, from where, and under which number. */
export interface TeamCall extends Team {
  address: string;
  requestId: string;
}

/** The team behind a call. */
export const CurrentTeam = createParamDecorator((_data: unknown, context: ExecutionContext): TeamCall => {
  const { team, ip, id } = context.switchToHttp().getRequest<TeamRequest>();
  if (!team) throw new Error('a route without @ForTeams has no team');
  return { ...team, address: ip, requestId: id };
});
