import { createHmac, hkdfSync } from 'node:crypto';
import type { NumberedKey } from '../../platform/config/keys';
import { decrypt, encrypt } from '../../platform/security/encryption';
import { keyedDigest } from '../../platform/security/secrets';

/** A stored number: encrypted, with the digest for lookups and the id of the key of both. */
interface SealedNumber {
  sealed: Buffer;
  digest: Buffer;
  keyId: number;
}

/** The bank's first key, used directly for old cards, before keys were derived from it. */
const underived = 0;

/**
 * The keys of cards, derived (HKDF) from the bank's key: one each for numbers, their digests, codes and PINs, so that what
 * one of them protects is not open to the others.
 */
export class CardKeys {
  private readonly derived = new Map<string, Buffer>();
  private readonly roots: ReadonlyMap<number, Buffer>;
  /** The id of the key that new numbers and PINs get. */
  private readonly current: number;

  /** @param roots the bank's encryption keys, the current one first; cards keep the key of their creation */
  constructor(roots: readonly NumberedKey[]) {
    this.roots = new Map(roots.map(({ id, key }) => [id, key]));
    this.current = roots[0]?.id ?? 1;
  }

  /** Encrypts a number for an account. */
  seal(number: string, accountId: number): SealedNumber {
    const keyId = this.current;
    const sealed = encrypt(this.numberKey(keyId), ownerOf(accountId), number);
    return { sealed, digest: this.digestBy(keyId, number), keyId };
  }

  /** @throws Error when the data was changed or belongs to another account. */
  open({ sealed, keyId }: Pick<SealedNumber, 'sealed' | 'keyId'>, accountId: number): string {
    return decrypt(this.numberKey(keyId), ownerOf(accountId), sealed).toString();
  }

  /** The digests that a number may be stored under, by every key. */
  digestsOf(number: string): Buffer[] {
    const ids = [...this.roots.keys(), ...(this.roots.has(1) ? [underived] : [])];
    return ids.map((keyId) => this.digestBy(keyId, number));
  }

  /** The code of three digits that is typed online: derived of number and expiry by the number's key, stored nowhere. */
  codeOf(number: string, expiry: string, keyId: number): string {
    const mac = createHmac('sha256', this.key('codes', keyId === underived ? 1 : keyId))
      .update(`${number} ${expiry}`)
      .digest();
    return String(mac.readUInt32BE(0) % 1000).padStart(3, '0');
  }

  /** The stored digest of a PIN, of no use without the key or for another card. */
  digestPin(cardId: number, pin: string, keyId = this.current): { digest: Buffer; keyId: number } {
    return { digest: keyedDigest(this.key('pins', keyId), `${cardId} ${pin}`), keyId };
  }

  private numberKey(keyId: number): Buffer {
    return keyId === underived ? this.root(1) : this.key('numbers', keyId);
  }

  private digestBy(keyId: number, number: string): Buffer {
    return keyedDigest(
      keyId === underived ? this.root(1) : this.key('number digests', keyId),
      `card number ${number}`,
    );
  }

  /** @throws Error when a card's key is not configured any more. */
  private root(id: number): Buffer {
    const root = this.roots.get(id);
    if (!root) throw new Error(`the bank's key ${id} of cards is not configured`);
    return root;
  }

  private key(purpose: string, id: number): Buffer {
    const label = `${purpose} ${id}`;
    const known = this.derived.get(label);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', this.root(id), 'bank-pcs cards', label, 32));
    this.derived.set(label, key);
    return key;
  }
}

const ownerOf = (accountId: number) => `card of account ${accountId}`;
