import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../config/config';
import type { StoreIdentity } from '../files/store-identity';

/** The fingerprints of the keys that a server knows, of each kind those in use first. */
export const keyFingerprints = z.record(
  z.enum(['signing', 'encryption', 'release', 'push']),
  z.array(z.string()),
);
type KeyFingerprints = z.infer<typeof keyFingerprints>;

/** A server's description for the others; no key can be computed from a fingerprint. */
export interface ServerIdentity {
  stores: StoreIdentity;
  keys: KeyFingerprints;
}

/** A server in the list; one that has gone is kept until another one has compared its keys. */
export interface ListedServer extends ServerIdentity {
  isHere: boolean;
}

const fingerprint = (key: Buffer | string): string =>
  createHmac('sha256', key).update('fingerprint of a key').digest('hex').slice(0, 16);

/** @param config whose keys are in the order of their use */
export function fingerprintsOf(config: Config): KeyFingerprints {
  const of = (keys: readonly { key: Buffer }[]) => keys.map(({ key }) => fingerprint(key));
  return {
    signing: of(config.signingKeys),
    encryption: of(config.encryptionKeys),
    release: of(config.releaseKeys),
    push: [fingerprint(config.pushKeys.privateKey)],
  };
}

const variables = {
  signing: 'SIGNING_KEY',
  encryption: 'ENCRYPTION_KEY',
  release: 'RELEASE_KEY',
  push: 'PUSH_KEY',
} as const;

/**
 * Why a server must not run beside another one, as a sentence for an operator; undefined if it may. Neither may use a key
 * that the other does not know, which the two steps of a rotation keep; files must be in one place.
 */
export function refusalBeside(own: ServerIdentity, other: ListedServer): string | undefined {
  for (const kind of keyFingerprints.keyType.options) {
    const isKnownHere = own.keys[kind].includes(other.keys[kind][0] ?? '');
    const isKnownThere = other.keys[kind].includes(own.keys[kind][0] ?? '');
    if (!isKnownHere)
      return `${variables[kind]} does not contain the key that the bank's servers use: give every server the same keys.`;
    if (other.isHere && !isKnownThere)
      return `Another running server does not know the key in use of ${variables[kind]}: add a key to every server before one uses it.`;
  }
  if (!other.isHere) return undefined;
  if (own.stores.documents !== other.stores.documents) return refusalOfStore('DOCUMENTS_URL');
  return own.stores.releases === other.stores.releases ? undefined : refusalOfStore('RELEASES_URL');
}

const refusalOfStore = (variable: string): string =>
  `Another running server keeps its files elsewhere: several servers need the same bucket in ${variable}, or one folder for all in DATA_DIR.`;
