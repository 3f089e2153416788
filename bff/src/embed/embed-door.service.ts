import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { addressKey } from '../common/address';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { FixedWindowStorage } from '../common/throttle';
import { Config } from '../config';
import { PartnersService, type ActivePartner } from './partners.service';

const minute = 60_000;

/** How many calls a minute one address, and all who come by one key, may make; each server counts its own. */
const allowances = {
  open: { address: 60, key: 1_200 },
  signup: { address: 10, key: 120 },
} as const;

/** Stands before the calls of the frames: they come from a frame of ours, by a key that works, and not too often. */
@Injectable()
export class EmbedDoor {
  private readonly counts: FixedWindowStorage;

  constructor(
    private readonly partners: PartnersService,
    private readonly config: Config,
    clock: Clock,
  ) {
    this.counts = new FixedWindowStorage(clock);
  }

  /** @throws Failure FORBIDDEN for a page that is no frame of ours, TOO_MANY_REQUESTS, PARTNER_UNKNOWN. */
  async admit(request: FastifyRequest, call: keyof typeof allowances, key: string): Promise<ActivePartner> {
    if (!this.isOwnFrame(request)) throw new Failure('FORBIDDEN');
    await this.count(`${call} address ${addressKey(request.ip)}`, allowances[call].address);
    const partner = await this.partners.byKey(key);
    if (!partner) throw new Failure('PARTNER_UNKNOWN');
    await this.count(`${call} key ${key}`, allowances[call].key);
    return partner;
  }

  /** Browsers say where a page that posts comes from, and no page can make them say otherwise. */
  private isOwnFrame({ headers }: FastifyRequest): boolean {
    const site = headers['sec-fetch-site'];
    return headers.origin === this.config.embedOrigin && (site === undefined || site === 'same-origin');
  }

  private async count(who: string, limit: number): Promise<void> {
    const { isBlocked, timeToBlockExpire } = await this.counts.increment(who, minute, limit);
    if (isBlocked) throw new Failure('TOO_MANY_REQUESTS', { retryAfterSeconds: timeToBlockExpire });
  }
}
