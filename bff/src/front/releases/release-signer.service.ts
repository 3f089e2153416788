import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PublishedRemote, Registry } from '@bank/contracts/remotes';
import { registryText } from '@bank/contracts/signed-text';
import { Config } from '../../platform/config/config';

/** Precedes the 32 bytes of a private key in PKCS #8 (RFC 8410, section 7). */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs and verifies, by Ed25519 (RFC 8032), what the shells may run. */
@Injectable()
export class ReleaseSigner {
  private readonly privateKey: KeyObject;
  private readonly publicKeys: KeyObject[];
  /** The raw public keys for the shells, base64url: of the key in use, and of those that others of our servers may use. */
  readonly publicKeyTexts: string[];

  constructor({ releaseKey, releaseKeys }: Config) {
    this.privateKey = privateKeyOf(releaseKey);
    this.publicKeys = releaseKeys.map(({ key }) => createPublicKey(privateKeyOf(key)));
    this.publicKeyTexts = this.publicKeys.map((key) => key.export({ format: 'jwk' }).x ?? '');
  }

  sign(statement: string): string {
    return sign(null, Buffer.from(statement), this.privateKey).toString('base64url');
  }

  /** The signed list of releases at a sequence; a shell refuses a sequence older than one it knows. */
  registry(remotes: PublishedRemote[], sequence: number): Registry {
    return { remotes, sequence, signature: this.sign(registryText({ remotes, sequence })) };
  }

  isSigned(statement: string, signature: string): boolean {
    const [text, bytes] = [Buffer.from(statement), Buffer.from(signature, 'base64url')];
    return this.publicKeys.some((key) => verify(null, text, key, bytes));
  }
}

const privateKeyOf = (key: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privateKeyPrefix, key]), format: 'der', type: 'pkcs8' });
