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
import { bearerOf } from '../../people/auth/bearer';
import { ApiException } from '../../platform/errors/api-exception';
import { type Access, accessKey } from '../../platform/http/permission';
import { addressKey } from '../../platform/security/address';
import type { FixedWindowStorage } from '../../platform/security/fixed-window';
import { SharedLimits } from '../../platform/security/shared-limits.service';
import { type PartnerServer, SecretKeys } from './secret-keys.service';

type PartnerRequest = FastifyRequest & { partnerServer?: PartnerServer };

const minute = 60_000;
/** Calls per minute with one key, and of one address with keys that do not work, over all servers together. */
const limits = { key: 120, refused: 20 } as const;

/** Admits a partner's server by its secret key. A browser is refused: a key in a page would be no secret. */
@Injectable()
export class PartnerGuard implements CanActivate {
  private readonly counts: FixedWindowStorage;

  constructor(
    private readonly keys: SecretKeys,
    shared: SharedLimits,
  ) {
    this.counts = shared.of('partners');
  }

  /** @throws ApiException FORBIDDEN for a page, UNAUTHENTICATED without a valid key, TOO_MANY_REQUESTS. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<PartnerRequest>();
    const { headers, ip } = request;
    if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
      throw new ApiException('FORBIDDEN');
    const server = await this.keys.serverOf(bearerOf(headers.authorization));
    if (!server) {
      await this.limit(`refused address ${addressKey(ip)}`, limits.refused);
      throw new ApiException('UNAUTHENTICATED');
    }
    await this.limit(`key ${server.keyId}`, limits.key);
    request.partnerServer = server;
    return true;
  }

  private async limit(caller: string, limit: number): Promise<void> {
    const { isBlocked, timeToBlockExpire } = await this.counts.increment(caller, minute, limit);
    if (isBlocked) throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds: timeToBlockExpire });
  }
}

/** For routes that partners' servers call with a secret key, and no person. */
export const ForPartners = () =>
  applyDecorators(SetMetadata(accessKey, { partner: true } satisfies Access), UseGuards(PartnerGuard));

export const CurrentPartner = createParamDecorator(
  (_data: unknown, context: ExecutionContext): PartnerServer => {
    const { partnerServer } = context.switchToHttp().getRequest<PartnerRequest>();
    if (!partnerServer) throw new Error('a route without @ForPartners has no partner');
    return partnerServer;
  },
);
