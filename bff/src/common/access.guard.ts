import { Injectable, Logger, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { allows } from '@bank/contracts/permissions';
import type { IdentifiedRequest } from './actor';
import { Failure } from './failure';
import { accessKey, temporaryPasswordKey, type Access } from './permission';

/** Closed by default: a route lets in whom it declares, and nobody when it declares nothing. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly logger = new Logger('Access');

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const access = accessOf(this.reflector, context);
    if (!access) {
      this.logger.error(`${context.getClass().name}.${context.getHandler().name} declares no access`);
      throw new Failure('FORBIDDEN');
    }
    // A team's token is looked at by the guard that such a route brings.
    if ('team' in access) return true;
    const { user, refusal } = context.switchToHttp().getRequest<IdentifiedRequest>();
    if ('public' in access) {
      if (refusal === 'SESSION_EXPIRED') throw new Failure(refusal);
      if (user?.mustChangePassword) throw new Failure('PASSWORD_CHANGE_REQUIRED');
      return true;
    }
    if (!user) throw new Failure(refusal ?? 'UNAUTHENTICATED');
    if (user.mustChangePassword && !this.reflector.get<boolean>(temporaryPasswordKey, context.getHandler())) {
      throw new Failure('PASSWORD_CHANGE_REQUIRED');
    }
    if (!allows(user.role, access.permission)) throw new Failure('FORBIDDEN');
    return true;
  }
}

/** What the route of a context declares, on its method or else on its controller. */
export const accessOf = (reflector: Reflector, context: ExecutionContext): Access | undefined =>
  reflector.getAllAndOverride<Access | undefined>(accessKey, [context.getHandler(), context.getClass()]);
