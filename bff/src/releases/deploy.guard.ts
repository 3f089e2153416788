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

type TeamRequest = FastifyRequest<{ Params: { remote?: string } }> & { team?: Team };

/** Lets in a team by its deploy token, to its own remotes: the `:remote` of the route. */
@Injectable()
export class DeployGuard implements CanActivate {
  constructor(private readonly tokens: DeployTokensService) {}

  /** @throws Failure UNAUTHENTICATED without a token that works, FORBIDDEN for another team's remote. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<TeamRequest>();
    const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const team = await this.tokens.teamOf(token);
    if (!team) throw new Failure('UNAUTHENTICATED');
    const { remote } = request.params;
    if (!remote || (team.remotes && !team.remotes.includes(remote))) throw new Failure('FORBIDDEN');
    request.team = team;
    return true;
  }
}

/** Teams call the route with their deploy token, never a person. */
export const ForTeams = () =>
  applyDecorators(SetMetadata(accessKey, { team: true } satisfies Access), UseGuards(DeployGuard));

/** The name of the team behind a call. */
export const CurrentTeam = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { team } = context.switchToHttp().getRequest<TeamRequest>();
  if (!team) throw new Error('a route without @ForTeams has no team');
  return team.team;
});
