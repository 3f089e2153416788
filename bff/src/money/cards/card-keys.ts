import { createHmac, hkdfSync } from 'node:crypto';
import { decrypt, encrypt, keyedDigest } from '../../people/auth/secrets';

/** A number as it is stored: encrypted, with the digest that finds it and the id of the key of both. */
export interface SealedNumber {
  sealed: Buffer;
  digest: Buffer;
  keyId: number;
}

/** The id of the keys that new numbers and PINs get; earlier ones stay readable. 0 is the bank's own key, of old cards. */
const currentKey = 1;

/**
 * The keys of cards, derived (HKDF) from the bank's key: one each for numbers, their digests, codes and PINs, so that what
 * one of them protects is not open to the others.
 */
export class CardKeys {
  private readonly derived = new Map<string, Buffer>();

  /** @param root the bank's encryption key */
  constructor(private readonly root: Buffer) {}

  /** Encrypts a number for an account. */
  seal(number: string, accountId: number): SealedNumber {
    const sealed = encrypt(this.numberKey(currentKey), ownerOf(accountId), number);
    return { sealed, digest: this.digestBy(currentKey, number), keyId: currentKey };
  }

  /** @throws Error when the data was changed or belongs to another account. */
  open({ sealed, keyId }: Pick<SealedNumber, 'sealed' | 'keyId'>, accountId: number): string {
    return decrypt(this.numberKey(keyId), ownerOf(accountId), sealed);
  }

  /** The digests that a number may be stored under, by every key. */
  digestsOf(number: string): Buffer[] {
    return Array.from({ length: currentKey + 1 }, (_, keyId) => this.digestBy(keyId, number));
  }

  /** The code of three digits that is typed online: derived of number and expiry, stored nowhere. */
  codeOf(number: string, expiry: string): string {
    const mac = createHmac('sha256', this.key('codes', currentKey)).update(`${number} ${expiry}`).digest();
    return String(mac.readUInt32BE(0) % 1000).padStart(3, '0');
  }

  /** The stored digest of a PIN, of no use without the key or for another card. */
  digestPin(cardId: number, pin: string, keyId = currentKey): { digest: Buffer; keyId: number } {
    return { digest: keyedDigest(this.key('pins', keyId), `${cardId} ${pin}`), keyId };
  }

  private numberKey(keyId: number): Buffer {
    return keyId === 0 ? this.root : this.key('numbers', keyId);
  }

  private digestBy(keyId: number, number: string): Buffer {
    return keyedDigest(keyId === 0 ? this.root : this.key('number digests', keyId), `card number ${number}`);
  }

  private key(purpose: string, id: number): Buffer {
    const label = `${purpose} ${id}`;
    const known = this.derived.get(label);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', this.root, 'bank-pcs cards', label, 32));
    this.derived.set(label, key);
    return key;
  }
}

const ownerOf = (accountId: number) => `card of account ${accountId}`;
