/** The address and keys (RFC 8291, base64url) by which a browser's push service accepts its messages. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A message; `topic`, at most 32 characters of base64url, replaces an undelivered one of the same topic (RFC 8030). */
export interface PushMessage {
  text: string;
  topic: string;
  urgency: 'high' | 'normal' | 'low';
  /** How long the push service keeps it for a browser that is away. */
  ttlSeconds: number;
}

/** The result of a message; `gone` when the address will never receive anything again. */
export type PushOutcome = 'accepted' | 'gone';

/** Push messages to browsers. */
export abstract class WebPush {
  /** The bank's public key, an uncompressed point of P-256 in base64url, to which browsers bind a subscription. */
  abstract readonly publicKey: string;

  /** Whether the bank sends to this address at all: a public push service, and keys that a message can be encrypted for. */
  abstract isUsable(address: PushAddress): boolean;

  /**
   * Encrypts a message for a browser and hands it to its push service.
   * @throws Error when it was not accepted in time; trying again later is safe.
   */
  abstract send(address: PushAddress, message: PushMessage): Promise<PushOutcome>;
}
