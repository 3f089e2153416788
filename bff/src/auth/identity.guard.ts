import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { passiveHeader } from '@bank/contracts/routes';
import { accessOf } from '../common/access.guard';
import type { IdentifiedRequest } from '../common/actor';
import { Failure } from '../common/failure';
import { passiveKey } from '../common/permission';
import { SessionsService, type CurrentSession } from './sessions.service';

/**
 * Finds out who calls, and refuses nobody: the guards after it count the call and decide. It comes first so
 * that signed-in people have an allowance of their own.
 */
@Injectable()
export class IdentityGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionsService,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    if (!access || 'team' in access || ('public' in access && !access.recognises)) return true;
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const current = request.user as unknown as CurrentSession | null;
    request.user = current?.actor ?? null;
    if (current && !this.isPassive(context, request)) await this.sessions.touch(current);
    return true;
  }

  /** Called by passport with what the token led to; `info` says what was wrong with the token itself. */
  override handleRequest<T>(error: unknown, current: T, info: unknown, context: ExecutionContext): T {
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    if (error instanceof Failure) request.refusal = error.code;
    else if (error) throw error;
    else if (info instanceof Error && info.name === 'TokenExpiredError') request.refusal = 'SESSION_EXPIRED';
    return (error ? null : current || null) as T;
  }

  /** A page says so of what it reads by itself; that can only make the person's session shorter. */
  private isPassive(context: ExecutionContext, { method, headers }: IdentifiedRequest): boolean {
    if (method === 'GET' && headers[passiveHeader.toLowerCase()]) return true;
    return (
      this.reflector.getAllAndOverride<boolean>(passiveKey, [context.getHandler(), context.getClass()]) ??
      false
    );
  }
}
