import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { PublishedRemote, Registry } from '@bank/contracts/remotes';
import { registryText, signedText } from '@bank/contracts/signed-text';

/** A key pair like the bank's, with the public key as in documents. */
export function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicText: String(publicKey.export({ format: 'jwk' }).x) };
}

/** The hash of a file (W3C SRI). */
export const sri = (content: string | Buffer) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** A signed remote, as in the registry. */
export function signedRemote(privateKey: KeyObject, wanted: Partial<PublishedRemote> = {}): PublishedRemote {
  const { name = 'cards', version = '1.0.0-0123456789' } = wanted;
  const remote: PublishedRemote = {
    name,
    version,
    container: `bank_${name}`,
    entry: `/remotes/${name}/${version}/entry.js`,
    files: { 'entry.js': sri('entry'), 'part.css': sri('part') },
    preload: { scripts: [], styles: [] },
    routes: [],
    nav: [],
    slots: [],
    ...wanted,
    signature: '',
  };
  const signature = sign(null, Buffer.from(signedText(remote)), privateKey).toString('base64url');
  return { ...remote, signature };
}

/** A signed registry, as sent by the server. */
export function signedRegistry(privateKey: KeyObject, remotes: PublishedRemote[], sequence = 1): Registry {
  const text = registryText({ remotes, sequence });
  return { remotes, sequence, signature: sign(null, Buffer.from(text), privateKey).toString('base64url') };
}
