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
import { ApiException } from '../../platform/errors/api-exception';
import { type Access, accessKey } from '../../platform/http/permission';
import { DeployTokensService, type Team } from './deploy-tokens.service';
import { TokenRefusals } from './token-refusals.service';

type TeamRequest = FastifyRequest<{ Params: { remote?: string } }> & { team?: Team };

/** Admits a team by its deploy token to its own remotes: the `:remote` of the route. */
@Injectable()
export class DeployGuard implements CanActivate {
  constructor(
    private readonly tokens: DeployTokensService,
    private readonly refusals: TokenRefusals,
  ) {}

  /** @throws ApiException UNAUTHENTICATED or DEPLOY_TOKEN_EXPIRED without a valid token, FORBIDDEN for another team's remote. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<TeamRequest>();
    const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const from = { address: request.ip, requestId: request.id };
    const { remote = '' } = request.params;
    const team = await this.tokens.teamOf(token);
    if (!team) {
      if (token) await this.refusals.record({ ...from, reason: 'unknown' });
      throw new ApiException('UNAUTHENTICATED');
    }
    if ('ended' in team) {
      await this.refusals.record({ ...from, reason: team.ended, team: team.team });
      throw new ApiException(team.ended === 'expired' ? 'DEPLOY_TOKEN_EXPIRED' : 'UNAUTHENTICATED');
    }
    if (team.remotes && !team.remotes.includes(remote)) {
      await this.refusals.record({ ...from, reason: 'remote', team: team.team, remote });
      throw new ApiException('FORBIDDEN');
    }
    request.team = team;
    return true;
  }
}

/** For routes that teams call with their deploy token, and no person. */
export const ForTeams = () =>
  applyDecorators(SetMetadata(accessKey, { team: true } satisfies Access), UseGuards(DeployGuard));

export interface TeamCall extends Team {
  address: string;
  requestId: string;
}

export const CurrentTeam = createParamDecorator((_data: unknown, context: ExecutionContext): TeamCall => {
  const { team, ip, id } = context.switchToHttp().getRequest<TeamRequest>();
  if (!team) throw new Error('a route without @ForTeams has no team');
  return { ...team, address: ip, requestId: id };
});
