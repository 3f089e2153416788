import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { PartnerScope } from '@bank/contracts/partner-servers';
import { bearerOf } from '../../people/auth/bearer';
import { ApiException } from '../../platform/errors/api-exception';
import { type Access, accessKey } from '../../platform/http/permission';
import { addressKey } from '../../platform/security/address';
import type { FixedWindowStorage } from '../../platform/security/fixed-window';
import { SharedLimits } from '../../platform/security/shared-limits.service';
import { type PartnerServer, SecretKeys } from './secret-keys.service';

type PartnerRequest = FastifyRequest & { partnerServer?: PartnerServer };

const minute = 60_000;
/** Calls of one address with keys that do not work, over all servers together, as those with one key. */
const refusedPerMinute = 20;

const scopeKey = 'partnerScope';

/** Admits a partner's server by its secret key. A browser is refused: a key in a page would be no secret. */
@Injectable()
export class PartnerGuard implements CanActivate {
  private readonly counts: FixedWindowStorage;

  constructor(
    private readonly keys: SecretKeys,
    private readonly reflector: Reflector,
    shared: SharedLimits,
  ) {
    this.counts = shared.of('partners');
  }

  /** @throws ApiException FORBIDDEN for a page, UNAUTHENTICATED without a valid key, TOO_MANY_REQUESTS, SCOPE_MISSING. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<PartnerRequest>();
    const { headers, ip } = request;
    if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
      throw new ApiException('FORBIDDEN');
    const server = await this.keys.serverOf(bearerOf(headers.authorization));
    if (!server) {
      await this.counts.admit(`refused address ${addressKey(ip)}`, minute, refusedPerMinute);
      throw new ApiException('UNAUTHENTICATED');
    }
    await this.counts.admit(`key ${server.keyId}`, minute, server.callsPerMinute);
    const scope = this.reflector.getAllAndOverride<PartnerScope>(scopeKey, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!server.scopes.includes(scope)) throw new ApiException('SCOPE_MISSING');
    request.partnerServer = server;
    return true;
  }
}

/** For routes that partners' servers call with a secret key of a scope, and no person. */
export const ForPartners = (scope: PartnerScope) =>
  applyDecorators(
    SetMetadata(accessKey, { partner: true } satisfies Access),
    SetMetadata(scopeKey, scope),
    UseGuards(PartnerGuard),
  );

/** Another scope than that of the controller. */
export const NeedsScope = (scope: PartnerScope) => SetMetadata(scopeKey, scope);

export const CurrentPartner = createParamDecorator(
  (_data: unknown, context: ExecutionContext): PartnerServer => {
    const { partnerServer } = context.switchToHttp().getRequest<PartnerRequest>();
    if (!partnerServer) throw new Error('a route without @ForPartners has no partner');
    return partnerServer;
  },
);
