import { Injectable, Logger, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ErrorCode } from '@bank/contracts/errors';
import { allows, type Act, type Permission } from '@bank/contracts/permissions';
import type { Actor, IdentifiedRequest } from './actor';
import { ApiException } from '../errors/api-exception';
import { accessKey, missingFactorKey, temporaryPasswordKey, type Access } from './permission';

/** Closed by default: a route that declares no access is refused. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly logger = new Logger('Access');

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const access = accessOf(this.reflector, context);
    if (!access) {
      this.logger.error(`${context.getClass().name}.${context.getHandler().name} declares no access`);
      throw new ApiException('FORBIDDEN');
    }
    // Such a route has a guard of its own for the team's deploy token, or the partner's secret key.
    if ('team' in access || 'partner' in access) return true;
    const { user, refusal, method } = context.switchToHttp().getRequest<IdentifiedRequest>();
    if ('public' in access) {
      if (refusal === 'SESSION_EXPIRED') throw new ApiException(refusal);
      if (user?.mustChangePassword) throw new ApiException('PASSWORD_CHANGE_REQUIRED');
      return true;
    }
    if (!user) throw new ApiException(refusal ?? 'UNAUTHENTICATED');
    if (user.mustChangePassword && !this.reflector.get<boolean>(temporaryPasswordKey, context.getHandler())) {
      throw new ApiException('PASSWORD_CHANGE_REQUIRED');
    }
    if (user.lacksFactor && !this.reflector.get<boolean>(missingFactorKey, context.getHandler())) {
      throw new ApiException('SECOND_FACTOR_REQUIRED');
    }
    if (!allows(user, access.permission, actOf(method))) {
      throw new ApiException(
        user.role === 'admin' ? outsideRoles(user, access.permission, method) : 'FORBIDDEN',
      );
    }
    return true;
  }
}

/** Why an administrator may not: for want of a role, or for one that keeps them from acting with it. */
function outsideRoles(
  { role, withheldRoles = [] }: Actor,
  permission: Permission,
  method: string,
): ErrorCode {
  const isWithheld = allows({ role, staffRoles: withheldRoles }, permission, actOf(method));
  return isWithheld ? 'ROLES_NOT_TOGETHER' : 'OUTSIDE_ROLES';
}

/** The act of a method: GET changes nothing, nor does HEAD, which is a GET without the body (RFC 9110, section 9.3.2). */
export const actOf = (method: string): Act => (/^(get|head)$/i.test(method) ? 'read' : 'change');

/** The access that a route declares on its method, or else on its controller. */
export const accessOf = (reflector: Reflector, context: ExecutionContext): Access | undefined =>
  reflector.getAllAndOverride<Access | undefined>(accessKey, [context.getHandler(), context.getClass()]);
