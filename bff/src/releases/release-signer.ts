import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PublishedRemote, Registry } from '@bank/contracts/remotes';
import { registryText } from '@bank/contracts/signed-text';
import { Config } from '../config';

/** What stands before the 32 bytes of a private key in PKCS #8 (RFC 8410, section 7). */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs what the bank lets its shells run, by Ed25519 (RFC 8032), and knows its own signature again. */
@Injectable()
export class ReleaseSigner {
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;
  /** For the shells: the raw public key, base64url. */
  readonly publicKeyText: string;

  constructor({ releaseKey }: Config) {
    this.privateKey = createPrivateKey({
      key: Buffer.concat([privateKeyPrefix, releaseKey]),
      format: 'der',
      type: 'pkcs8',
    });
    this.publicKey = createPublicKey(this.privateKey);
    this.publicKeyText = this.publicKey.export({ format: 'jwk' }).x ?? '';
  }

  sign(statement: string): string {
    return sign(null, Buffer.from(statement), this.privateKey).toString('base64url');
  }

  /** Which versions a shell may show at a sequence; an older list is worth nothing to one that knows a newer one. */
  registry(remotes: PublishedRemote[], sequence: number): Registry {
    return { remotes, sequence, signature: this.sign(registryText({ remotes, sequence })) };
  }

  isSigned(statement: string, signature: string): boolean {
    return verify(null, Buffer.from(statement), this.publicKey, Buffer.from(signature, 'base64url'));
  }
}
