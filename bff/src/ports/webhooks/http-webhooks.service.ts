import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { PublicPost } from '../../platform/security/public-post';
import { Clock } from '../../platform/time/clock.service';
import { unixSeconds } from '../../platform/time/durations';
import { webhookSignatures } from './webhook-signature';
import { type WebhookAnswer, type WebhookEvent, Webhooks } from './webhooks';

/** Of the whole exchange: the other side only takes the event down. */
const timeoutMs = 10_000;

/** Standard Webhooks over HTTP. */
@Injectable()
export class HttpWebhooks extends Webhooks {
  private readonly sender: PublicPost;

  constructor(
    config: Config,
    private readonly clock: Clock,
  ) {
    super();
    this.sender = new PublicPost(config.webhookReceiverOrigin, timeoutMs);
  }

  isUsable(url: string): boolean {
    return this.sender.isAllowed(url);
  }

  async send(url: string, { id, body, secrets }: WebhookEvent): Promise<WebhookAnswer> {
    // The rules may have become stricter since the address was stored.
    if (!this.isUsable(url)) return { failure: 'address', status: null };
    const at = unixSeconds(this.clock.now());
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'BankPCS-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': webhookSignatures(secrets, id, at, body),
    };
    try {
      const status = await this.sender.post(url, headers, body);
      return { failure: status >= 200 && status <= 299 ? null : 'status', status };
    } catch (error) {
      const isLate = ['AbortError', 'TimeoutError'].includes((error as Error).name);
      return { failure: isLate ? 'timeout' : 'unreachable', status: null };
    }
  }
}
