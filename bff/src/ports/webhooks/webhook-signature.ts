import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
/** Standard Webhooks asks for 24 to 64. */
const secretBytes = 32;

/** A new secret: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/**
 * The header `webhook-signature`: for each secret `v1,` and the HMAC-SHA256 of id, time and body, in base64.
 * @param at seconds since 1970
 */
export const webhookSignatures = (secrets: string[], id: string, at: number, body: string): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
    })
    .join(' ');
