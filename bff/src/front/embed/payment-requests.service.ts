import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { askedPaymentOf } from '@bank/contracts/asked-payment';
import { publishableKey } from '@bank/contracts/partners';
import {
  type PaymentRequestOfPartner,
  paymentRequest,
  paymentRequestMinutes,
} from '@bank/contracts/payment-requests';
import { decryptByAny, encrypt } from '../../platform/security/encryption';
import { Config } from '../../platform/config/config';
import { ApiException } from '../../platform/errors/api-exception';
import { cookie, isSecure, readCookie } from '../../platform/http/cookies';
import { Clock } from '../../platform/time/clock.service';
import { FrameTokens } from './frame-tokens.service';
import { PartnersService } from './partners.service';

const name = 'bank_payment_request';
/** Binds the encrypted text to its use. */
const owner = 'payment request';

const sealed = paymentRequest.omit({ partner: true }).extend({ key: publishableKey });

/** Keeps what a page asked for in the browser that brought it, for the bank's own pages only; empty: removes it. */
export const paymentRequestCookie = (value: string, config: Config): string =>
  cookie(name, value, {
    secure: isSecure(config),
    sameSite: 'Strict',
    maxAgeSeconds: value === '' ? 0 : paymentRequestMinutes * 60,
  });

/**
 * What partners' pages ask people to pay. It is kept by the browser alone, encrypted, so that no link can bring it: it comes
 * by a form from the bank's frame, which the browser shows on pages of the partner's list only.
 */
@Injectable()
export class PaymentRequests {
  constructor(
    private readonly partners: PartnersService,
    private readonly tokens: FrameTokens,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** A frame's form, for the cookie; undefined when it is not valid, and in the test mode, in which nobody pays. */
  async seal(form: Record<string, string>): Promise<string | undefined> {
    const { partner: key = '', token = '', page: origin = '' } = form;
    const asked = askedPaymentOf(form);
    if (!asked || !publishableKey.safeParse(key).success || !this.isOfFrame(token, key)) return undefined;
    const partner = await this.partners.byKey(key);
    if (!partner || partner.isTest || !partner.origins.includes(origin)) return undefined;
    const until = this.clock.now().getTime() + paymentRequestMinutes * 60_000;
    const request = { ...asked, key, origin, expires_at: new Date(until).toISOString() };
    return encrypt(this.config.encryptionKey, owner, JSON.stringify(request)).toString('base64url');
  }

  /** What this browser brought, while it is valid and its partner is not off; null when there is nothing. */
  async of(request: FastifyRequest): Promise<PaymentRequestOfPartner | null> {
    const kept = readCookie(request, name, isSecure(this.config));
    const asked = kept ? this.open(kept) : undefined;
    if (!asked || new Date(asked.expires_at) <= this.clock.now()) return null;
    const { key, ...rest } = asked;
    const partner = await this.partners.byKey(key);
    return partner?.origins.includes(asked.origin) ? { ...rest, partner: partner.name } : null;
  }

  private isOfFrame(token: string, key: string): boolean {
    try {
      this.tokens.verify(token, 'pay', key);
      return true;
    } catch (error) {
      if (error instanceof ApiException) return false;
      throw error;
    }
  }

  private open(kept: string): z.infer<typeof sealed> | undefined {
    try {
      const text = decryptByAny(this.config.encryptionKeys, owner, Buffer.from(kept, 'base64url'));
      return sealed.parse(JSON.parse(text));
    } catch {
      // A cookie that somebody wrote, or of a key that is no longer known.
      return undefined;
    }
  }
}
