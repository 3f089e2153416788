import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { passiveHeader } from '@bank/contracts/routes';
import { accessOf, actOf } from '../../platform/http/access.guard';
import type { IdentifiedRequest } from '../../platform/http/actor';
import { ApiException } from '../../platform/errors/api-exception';
import { passiveKey } from '../../platform/http/permission';
import { CurrentSessions, type CurrentSession } from './current-sessions.service';

/** Identifies the caller; anonymous ones pass. It runs before `ThrottleGuard`, which counts signed-in users individually. */
@Injectable()
export class IdentityGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: CurrentSessions,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    const isOfPeople = access && ('permission' in access || ('public' in access && access.recognises));
    if (!isOfPeople) return true;
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const current = request.user as unknown as CurrentSession | null;
    request.user = current?.actor ?? null;
    if (current && !this.isPassive(context, request)) await this.sessions.touch(current);
    return true;
  }

  /** Called by passport with the session; `info` is the error of the token itself. */
  override handleRequest<T>(error: unknown, current: T, info: unknown, context: ExecutionContext): T {
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    if (error instanceof ApiException) request.refusal = error.code;
    else if (error) throw error;
    else if (info instanceof Error && info.name === 'TokenExpiredError') request.refusal = 'SESSION_EXPIRED';
    return (error ? null : current || null) as T;
  }

  /** Whether the request is no user activity. Pages may declare that, which can only shorten the session. */
  private isPassive(context: ExecutionContext, { method, headers }: IdentifiedRequest): boolean {
    if (actOf(method) === 'read' && headers[passiveHeader.toLowerCase()]) return true;
    return (
      this.reflector.getAllAndOverride<boolean>(passiveKey, [context.getHandler(), context.getClass()]) ??
      false
    );
  }
}
