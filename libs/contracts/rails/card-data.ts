import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { RailKey } from './signature';

/** The data that a shop or machine reads from a card. */
export const presentedCard = z.object({
  PAN: z.string().regex(/^\d{12,19}$/),
  /** The month in which it expires, `2030-11`. */
  XpryDt: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  /** The code of three digits, typed online. */
  CSC: z
    .string()
    .regex(/^\d{3,4}$/)
    .optional(),
  PIN: z
    .string()
    .regex(/^\d{4,6}$/)
    .optional(),
});
export type PresentedCard = z.infer<typeof presentedCard>;

const ivBytes = 12;
const tagBytes = 16;

const keyOf = ({ secret }: RailKey) =>
  Buffer.from(hkdfSync('sha256', secret, 'bank-pcs', 'card data of messages', 32));

/**
 * Encrypts a card's data for one message (AES-256-GCM), so that messages can be stored as they came: neither number nor PIN
 * is readable in them. Bound to the message by its retrieval reference.
 */
export function sealCard(key: RailKey, reference: string, card: PresentedCard): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), iv).setAAD(Buffer.from(reference));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(card), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** @throws Error when the data was changed, belongs to another message, or is no card's. */
export function openCard(key: RailKey, reference: string, sealed: string): PresentedCard {
  const data = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), data.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(reference))
    .setAuthTag(data.subarray(ivBytes, ivBytes + tagBytes));
  const opened =
    decipher.update(data.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  return presentedCard.parse(JSON.parse(opened));
}
