import { createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

/** A secret by its id; of a list, the first is used and the others are still known. */
export interface Secret {
  id: number;
  secret: string;
}

/** Something that is derived of a secret. */
export interface NumberedKey {
  id: number;
  key: Buffer;
}

const shortest = 32;
/** The ids that fit the columns in which they are stored. */
const id = z.int().min(1).max(255);

/** Before keys were rotated a file had one secret of each kind, which is number 1. */
const secrets = z.union([
  z
    .string()
    .min(shortest)
    .transform((secret) => [{ id: 1, secret }]),
  z.array(z.object({ id, secret: z.string().min(shortest) })).min(1),
]);
const keyFile = z.object({ signing: secrets, encryption: secrets, release: secrets.optional() });
type KeyFile = z.infer<typeof keyFile>;

const numbered = /^\d{1,3}:[^,]+(?:,\d{1,3}:[^,]+)*$/;

/** The secrets of a variable: one without an id, or several as `2:…,1:…`, the one to use first; undefined for others. */
export function secretsIn(value: string): Secret[] | undefined {
  if (!numbered.test(value)) return secrets.safeParse(value).data;
  const list = value.split(',').map((one) => {
    const [, number = '', secret = ''] = /^(\d+):(.*)$/s.exec(one) ?? [];
    return { id: Number(number), secret };
  });
  const isUnique = new Set(list.map((each) => each.id)).size === list.length;
  return isUnique ? secrets.safeParse(list).data : undefined;
}

const purposes = {
  signing: 'access tokens',
  encryption: 'stored secrets',
  fingerprint: 'repeated calls',
  release: 'releases',
};
type Purpose = keyof typeof purposes;
type Kind = 'signing' | 'encryption' | 'release';

/** The keys in use, and under `…Keys` all that are known, those in use first. */
export type Keys = Record<Purpose, Buffer> &
  Record<'signingKeys' | 'encryptionKeys' | 'releaseKeys', NumberedKey[]> & { push: PushKeys };

/**
 * Derives keys of 32 bytes for each purpose from given secrets, or from stored ones when one is missing, and a key pair for
 * push messages. The secrets of releases default to those for signing. Fingerprints, which live a week, and push messages, to
 * whose key browsers are bound, are derived of the oldest secret: a rotation does not change them.
 */
export function deriveKeys(
  given: Partial<Record<Kind, Secret[]>> & { push?: string | undefined },
  stored: () => KeyFile,
): Keys {
  const file = given.signing && given.encryption ? undefined : stored();
  const signing = given.signing ?? file?.signing ?? [];
  const encryption = given.encryption ?? file?.encryption ?? [];
  const release = given.release ?? file?.release ?? signing;
  const signingKeys = derived(signing, purposes.signing);
  const encryptionKeys = derived(encryption, purposes.encryption);
  const releaseKeys = derived(release, purposes.release);
  return {
    signingKeys,
    encryptionKeys,
    releaseKeys,
    signing: inUse(signingKeys),
    encryption: inUse(encryptionKeys),
    release: inUse(releaseKeys),
    fingerprint: derive(oldest(encryption), purposes.fingerprint),
    push: derivePair(given.push ?? oldest(signing)),
  };
}

const derived = (list: readonly Secret[], purpose: string): NumberedKey[] =>
  list.map(({ id: number, secret }) => ({ id: number, key: derive(secret, purpose) }));

const inUse = ([first]: readonly NumberedKey[]): Buffer => first?.key ?? Buffer.alloc(0);

const oldest = (list: readonly Secret[]): string =>
  list.reduce((one, other) => (other.id < one.id ? other : one), list[0] ?? { id: 1, secret: '' }).secret;

const derive = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'bank-pcs', purpose, 32));

/** A key pair of P-256: the uncompressed point and the number, in base64url. */
interface PushKeys {
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
    return keyFile.parse(keys);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return storedKeys(path);
  } finally {
    rmSync(draft, { force: true });
  }
}
