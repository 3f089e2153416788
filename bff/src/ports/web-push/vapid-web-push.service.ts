import { ECDH } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import webPush from 'web-push';
import { Config } from '../../platform/config/config';
import { PublicPost } from '../../platform/security/public-post';
import { type PushAddress, type PushMessage, type PushOutcome, WebPush } from './web-push';

/** Of the whole exchange: a push service only takes the message down. */
const timeoutMs = 5_000;

/** Statuses of an address that will never receive anything again (RFC 8030, sections 7.3 and 8.4). */
const gone = [404, 410];

/** Web Push over HTTP. Addresses come from browsers, and so from anybody: see `PublicPost`. */
@Injectable()
export class VapidWebPushService extends WebPush {
  readonly publicKey: string;
  private readonly sender: PublicPost;
  private readonly vapidDetails: { subject: string; publicKey: string; privateKey: string };

  constructor(config: Config) {
    super();
    this.sender = new PublicPost(config.pushServiceOrigin, timeoutMs);
    const { publicKey, privateKey } = config.pushKeys;
    this.publicKey = publicKey;
    this.vapidDetails = { subject: contactOf(config.mailFrom), publicKey, privateKey };
  }

  isUsable({ endpoint, p256dh }: PushAddress): boolean {
    return this.sender.isAllowed(endpoint) && isPoint(p256dh);
  }

  async send(address: PushAddress, { text, topic, urgency, ttlSeconds }: PushMessage): Promise<PushOutcome> {
    // The rules may have become stricter since the address was stored.
    if (!this.isUsable(address)) return 'gone';
    const { endpoint, p256dh, auth } = address;
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      vapidDetails: this.vapidDetails,
      TTL: ttlSeconds,
      urgency,
      topic,
      contentEncoding: 'aes128gcm',
    });
    const status = await this.sender.post(endpoint, headers, body as Buffer);
    if (gone.includes(status)) return 'gone';
    if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`);
    return 'accepted';
  }
}

/** The contact for push services about the bank's messages, as a URL. */
const contactOf = (from: string): string => `mailto:${/<([^<>]+)>/.exec(from)?.[1] ?? from.trim()}`;

/** Whether a key is a point of the curve P-256, for which a message can be encrypted. */
function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(Buffer.from(key, 'base64url'), 'prime256v1').length === 65;
  } catch {
    return false;
  }
}
