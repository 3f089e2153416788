import type { PublishedRemote, Registry } from '@bank/contracts/remotes';
import { registryText, signedText } from '@bank/contracts/signed-text';

/**
 * Whether one of the bank's public keys (raw, base64url) signed a remote (Ed25519, RFC 8032). What cannot be checked
 * counts as unsigned.
 */
export const isSigned = async (remote: PublishedRemote, keys: string[]): Promise<boolean> =>
  isWordOf(keys, () => signedText(remote), remote.signature);

/** The same of a registry: which versions it names, at which sequence. */
export const isRegistrySigned = async (registry: Registry, keys: string[]): Promise<boolean> =>
  isWordOf(keys, () => registryText(registry), registry.signature);

async function isWordOf(keys: string[], textOf: () => string, given: string): Promise<boolean> {
  try {
    const text = new TextEncoder().encode(textOf());
    const signature = bytesOf(given);
    for (const key of keys) if (await verify(bytesOf(key), signature, text)) return true;
  } catch {
    // A malformed signature or key.
  }
  return false;
}

type Bytes = Uint8Array<ArrayBuffer>;

async function verify(key: Bytes, signature: Bytes, text: Bytes): Promise<boolean> {
  const imported = await importKey(key);
  if (imported) return crypto.subtle.verify('Ed25519', imported, signature, text);
  // Browsers before 2025; they fetch the few kilobytes that the others have built in.
  const { verifyAsync } = await import('@noble/ed25519');
  return verifyAsync(signature, text, key);
}

/** The imported key; undefined where the browser does not support Ed25519. */
async function importKey(key: Bytes): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return undefined;
    throw error;
  }
}

const bytesOf = (base64url: string): Bytes =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
