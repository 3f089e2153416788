import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { publishableKey, type Widget } from '@bank/contracts/partners';
import { Clock } from '../common/clock';
import { Failure } from '../common/failure';
import { FixedWindowStorage } from '../common/throttle';
import { Config } from '../config';
import { type FrameCall, type FrameLoad, FrameTokens } from './frame-tokens.service';
import { PartnersService, type ActivePartner } from './partners.service';

const minute = 60_000;

/**
 * How many calls a minute one address may make by one key; each server counts its own. A key has no ceiling that its
 * visitors could be shut out by: above `crowd` calls of all addresses together, each address has `crowded` calls.
 */
const allowances = {
  open: { address: 60, crowd: 6_000, crowded: 6 },
  signup: { address: 10, crowd: 600, crowded: 2 },
} as const;

/** How many frames one address may ask for in a minute, and how many of them by keys that are not known to be somebody's. */
const frames = { known: 600, unknown: 20 } as const;

/** How often in a minute one address may come from a frame to the bank's own page. */
const arrivals = 30;

/** What a call of a frame says of itself. */
interface FrameClaim {
  partner: string;
  token: string;
  widget: Widget;
}

/** Stands before the frames and their calls: they come from a frame of ours, by a key that works, and not too often. */
@Injectable()
export class EmbedDoor {
  private readonly counts: FixedWindowStorage;

  constructor(
    private readonly partners: PartnersService,
    private readonly tokens: FrameTokens,
    private readonly config: Config,
    clock: Clock,
  ) {
    this.counts = new FixedWindowStorage(clock);
  }

  /**
   * Lets a call of a frame in, and answers whose it is; the caller spends the load with what it does.
   * @throws Failure FORBIDDEN for a page that is no frame of ours, FRAME_TOKEN_INVALID, TOO_MANY_REQUESTS, PARTNER_UNKNOWN.
   */
  async admit(
    request: FastifyRequest,
    call: FrameCall,
    { partner: key, token, widget }: FrameClaim,
  ): Promise<{ partner: ActivePartner; load: FrameLoad }> {
    if (!this.isOwnFrame(request)) throw new Failure('FORBIDDEN');
    const load = this.tokens.verify(token, widget, key);
    const { address, crowd, crowded } = allowances[call];
    const isCrowd = (await this.count(`${call} key ${key}`)) > crowd;
    await this.limit(`${call} key ${key} address ${request.ip}`, isCrowd ? crowded : address);
    const partner = await this.partners.byKey(key);
    if (!partner) throw new Failure('PARTNER_UNKNOWN');
    return { partner, load };
  }

  /**
   * The partner whose page asks for a frame; null for a key that is nobody's. Whoever tries keys is refused before any is
   * looked up, while those that are known to be somebody's are still served to the same address.
   * @throws Failure TOO_MANY_REQUESTS.
   */
  async partnerOf({ ip }: FastifyRequest, key: string): Promise<ActivePartner | null> {
    await this.limit(`frame address ${ip}`, frames.known);
    if (!this.partners.knows(key)) await this.limit(`unknown key address ${ip}`, frames.unknown);
    return publishableKey.safeParse(key).success ? this.partners.byKey(key) : null;
  }

  /** @throws Failure TOO_MANY_REQUESTS. */
  async arrival({ ip }: FastifyRequest): Promise<void> {
    await this.limit(`arrival address ${ip}`, arrivals);
  }

  /** Whether a navigation or a call comes from a frame of ours: browsers say so, and no page can make them say otherwise. */
  isFromFrame({ headers }: FastifyRequest): boolean {
    return headers.origin === this.config.embedOrigin;
  }

  private isOwnFrame(request: FastifyRequest): boolean {
    const site = request.headers['sec-fetch-site'];
    return this.isFromFrame(request) && (site === undefined || site === 'same-origin');
  }

  private async count(who: string): Promise<number> {
    return (await this.counts.increment(who, minute, Infinity)).totalHits;
  }

  private async limit(who: string, limit: number): Promise<void> {
    const { isBlocked, timeToBlockExpire } = await this.counts.increment(who, minute, limit);
    if (isBlocked) throw new Failure('TOO_MANY_REQUESTS', { retryAfterSeconds: timeToBlockExpire });
  }
}
