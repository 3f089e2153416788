import { createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const secret = z.string().min(32);
const keyFile = z.object({ signing: secret, encryption: secret });
type KeyFile = z.infer<typeof keyFile>;

const purposes = {
  signing: 'access tokens',
  encryption: 'stored secrets',
  fingerprint: 'repeated calls',
  release: 'releases',
};
type Purpose = keyof typeof purposes;
type Secret = keyof KeyFile | 'release' | 'push';

/**
 * Derives a key of 32 bytes for each purpose from given secrets, or from stored ones when one is missing, and a key pair for
 * push messages. The secrets of releases and push messages default to the signing secret.
 */
export function deriveKeys(
  given: Partial<Record<Secret, string>>,
  stored: () => KeyFile,
): Record<Purpose, Buffer> & { push: PushKeys } {
  const file = given.signing && given.encryption ? undefined : stored();
  const signing = given.signing ?? file?.signing ?? '';
  const encryption = given.encryption ?? file?.encryption ?? '';
  const release = given.release ?? signing;
  return {
    signing: derive(signing, purposes.signing),
    encryption: derive(encryption, purposes.encryption),
    fingerprint: derive(encryption, purposes.fingerprint),
    release: derive(release, purposes.release),
    push: derivePair(given.push ?? signing),
  };
}

const derive = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'bank-pcs', purpose, 32));

/** A key pair of P-256: the uncompressed point and the number, in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** The order of P-256 (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** 128 bits more than the key has make each key as likely as any other (FIPS 186-5, A.2.1). */
function derivePair(secret: string): PushKeys {
  const wide = Buffer.from(hkdfSync('sha256', secret, 'bank-pcs', 'push messages', 48));
  const number = (BigInt(`0x${wide.toString('hex')}`) % (order - 1n)) + 1n;
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(number.toString(16).padStart(64, '0'), 'hex');
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.from(number.toString(16).padStart(64, '0'), 'hex').toString('base64url'),
  };
}

/**
 * The secrets of a server without configured ones: generated once and stored in a private file. A hard link creates the
 * file atomically, so that processes that start together agree.
 */
export function storedKeys(path: string): KeyFile {
  return read(path) ?? create(path);
}

function read(path: string): KeyFile | undefined {
  try {
    return keyFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`The key file ${path} cannot be read.`, { cause: error });
  }
}

function create(path: string): KeyFile {
  const newSecret = () => randomBytes(32).toString('base64url');
  const keys = { signing: newSecret(), encryption: newSecret() };
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(draft, JSON.stringify(keys), { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
    return keys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return storedKeys(path);
  } finally {
    rmSync(draft, { force: true });
  }
}
