import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { publishableKey, type Widget } from '@bank/contracts/partners';
import { addressKey } from '../../platform/security/address';
import { ApiException } from '../../platform/errors/api-exception';
import type { FixedWindowStorage } from '../../platform/security/fixed-window';
import { SharedLimits } from '../../platform/security/shared-limits.service';
import { Config } from '../../platform/config/config';
import { type FrameLoad, FrameTokens } from './frame-tokens.service';
import { PartnersService, type ActivePartner } from './partners.service';

const minute = 60_000;

/**
 * Calls per minute of one address with one key, over all servers together. A key has no total limit, which would let one
 * visitor lock out the others: above `crowd` calls of all addresses together, each address is limited to `crowded`.
 */
const callLimits = {
  open: { address: 60, crowd: 6_000, crowded: 6 },
  signup: { address: 10, crowd: 600, crowded: 2 },
  talk: { address: 20, crowd: 600, crowded: 4 },
  state: { address: 20, crowd: 600, crowded: 4 },
  error: { address: 20, crowd: 600, crowded: 4 },
} as const;

/** Frames per minute of one address, and those with keys that are not known to be valid. */
const frameLimits = { known: 600, unknown: 20 } as const;

/** Forms per minute from frames of one address to the bank's own pages. */
const frameForms = 30;

interface FrameClaim {
  partner: string;
  token: string;
  widget: Widget;
}

/** Admits frames and their calls: from the bank's own frames, with a valid key, within limits by address. */
@Injectable()
export class EmbedAdmission {
  private readonly counts: FixedWindowStorage;

  constructor(
    private readonly partners: PartnersService,
    private readonly tokens: FrameTokens,
    private readonly config: Config,
    limits: SharedLimits,
  ) {
    this.counts = limits.of('frames');
  }

  /**
   * Admits a call of a frame and returns its partner and load; the caller must spend the load if it changes anything.
   * @throws ApiException FORBIDDEN unless it comes from the bank's frame, FRAME_TOKEN_INVALID, TOO_MANY_REQUESTS,
   * PARTNER_UNKNOWN.
   */
  async admit(
    request: FastifyRequest,
    call: keyof typeof callLimits,
    { partner: key, token, widget }: FrameClaim,
  ): Promise<{ partner: ActivePartner; load: FrameLoad }> {
    if (!this.isOwnFrame(request)) throw new ApiException('FORBIDDEN');
    const load = this.tokens.verify(token, widget, key);
    const { address, crowd, crowded } = callLimits[call];
    const { isBlocked: isCrowd } = await this.counts.increment(`${call} key ${key}`, minute, crowd);
    await this.counts.admit(
      `${call} key ${key} address ${addressKey(request.ip)}`,
      minute,
      isCrowd ? crowded : address,
    );
    const partner = await this.partners.byKey(key);
    if (!partner) throw new ApiException('PARTNER_UNKNOWN');
    return { partner, load };
  }

  /**
   * The partner of a call that proves itself otherwise.
   * @throws ApiException FORBIDDEN unless it comes from the bank's frame, TOO_MANY_REQUESTS, PARTNER_UNKNOWN.
   */
  async partnerOfCall(request: FastifyRequest, key: string): Promise<ActivePartner> {
    if (!this.isOwnFrame(request)) throw new ApiException('FORBIDDEN');
    await this.limitUnknown(request.ip, key);
    const partner = await this.partners.byKey(key);
    if (!partner) throw new ApiException('PARTNER_UNKNOWN');
    return partner;
  }

  /**
   * The partner whose page requests a frame; null for an unknown key. An address that tries keys is refused before the
   * lookup, and still gets frames with known keys.
   * @throws ApiException TOO_MANY_REQUESTS.
   */
  async partnerOf({ ip }: FastifyRequest, key: string): Promise<ActivePartner | null> {
    await this.counts.admit(`frame address ${addressKey(ip)}`, minute, frameLimits.known);
    await this.limitUnknown(ip, key);
    return publishableKey.safeParse(key).success ? this.partners.byKey(key) : null;
  }

  /** Counts a form of a frame; false where its address has sent too many. */
  async admitsForm({ ip }: FastifyRequest): Promise<boolean> {
    return !(await this.counts.increment(`form address ${addressKey(ip)}`, minute, frameForms)).isBlocked;
  }

  /** Whether a navigation or call comes from the bank's frame; no page can forge the header. */
  isFromFrame({ headers }: FastifyRequest): boolean {
    return headers.origin === this.config.embedOrigin;
  }

  private isOwnFrame(request: FastifyRequest): boolean {
    const site = request.headers['sec-fetch-site'];
    return this.isFromFrame(request) && (site === undefined || site === 'same-origin');
  }

  private async limitUnknown(ip: string, key: string): Promise<void> {
    if (!this.partners.isKnown(key))
      await this.counts.admit(`unknown key address ${addressKey(ip)}`, minute, frameLimits.unknown);
  }
}
