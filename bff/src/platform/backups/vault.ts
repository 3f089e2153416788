import { createHash, createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { seal, unseal } from '../documents/sealed-content';
import { AlteredContent } from '../documents/unaltered';
import type { ObjectStore } from '../files/object-store';
import { BackupError, manifest, type Manifest, type StoredStream } from './manifest';

/** The size of the objects into which a stream is cut, and of the part in memory. */
const partBytes = 8 * 1024 * 1024;
/** 128 MB and a third of a second for each guess of a passphrase. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const manifests = 'manifests/';
const contents = 'data/';
const head = z.object({ version: z.literal(1), salt: z.hex().length(32), check: z.hex().length(64) });

const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);

/**
 * Backups in a store that need not be trusted: everything is encrypted and authenticated (AES-256-GCM in pieces) by keys that
 * follow from the passphrase, each object by a key of its name. A backup exists once its manifest does, which is written last.
 */
export class Vault {
  private constructor(
    private readonly store: ObjectStore,
    private readonly master: Buffer,
  ) {}

  /**
   * Opens the backups of a store; the first one makes them.
   * @throws BackupError for another passphrase, and with `mustExist` where there are no backups.
   */
  static async open(store: ObjectStore, passphrase: string, mustExist = false): Promise<Vault> {
    const content = await store.get('vault');
    if (!content && mustExist) throw new BackupError('There are no backups in BACKUP_URL.');
    if (!content) await Vault.create(store, passphrase);
    const parsed = head.safeParse(parse(content ?? (await store.get('vault'))));
    if (!parsed.success) throw new BackupError('The object "vault" of the backups was altered.');
    const master = await derive(passphrase, Buffer.from(parsed.data.salt, 'hex'), 32, cost);
    if (!timingSafeEqual(checkOf(master), Buffer.from(parsed.data.check, 'hex'))) {
      throw new BackupError('BACKUP_PASSPHRASE is not the passphrase of these backups.');
    }
    return new Vault(store, master);
  }

  private static async create(store: ObjectStore, passphrase: string): Promise<void> {
    const salt = randomBytes(16);
    const check = checkOf(await derive(passphrase, salt, 32, cost));
    const made = { version: 1, salt: salt.toString('hex'), check: check.toString('hex') };
    await store.put('vault', Buffer.from(JSON.stringify(made)));
  }

  /** Encrypts and stores a stream of any length. @throws the store's error, the stream's error. */
  async keep(name: string, content: AsyncIterable<Buffer>): Promise<StoredStream> {
    const parts: StoredStream['parts'] = [];
    for await (const part of partsOf(seal(content, this.keyOf(name), name))) {
      await this.store.put(partName(name, parts.length), part);
      parts.push({ bytes: part.length, sha256: createHash('sha256').update(part).digest('hex') });
    }
    return { name, parts };
  }

  /** The stored content. @throws BackupError before the first piece that is missing or altered. */
  async *read({ name, parts }: StoredStream): AsyncGenerator<Buffer> {
    yield* this.unsealed(name, this.sealedParts(name, parts));
  }

  private async *sealedParts(name: string, parts: StoredStream['parts']): AsyncGenerator<Buffer> {
    for (const [at, { sha256 }] of parts.entries()) {
      const part = await this.store.get(partName(name, at));
      if (!part) throw new BackupError(`The object ${partName(name, at)} of the backups is missing.`);
      if (createHash('sha256').update(part).digest('hex') !== sha256) throw altered(partName(name, at));
      yield part;
    }
  }

  private async *unsealed(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* unseal(content, this.keyOf(name), name);
    } catch (error) {
      throw error instanceof AlteredContent ? altered(name) : error;
    }
  }

  /** Makes a backup exist. @throws the store's error. */
  async publish(one: Manifest): Promise<void> {
    const name = manifests + one.id;
    const pieces: Buffer[] = [];
    const content = Buffer.from(JSON.stringify(manifest.parse(one)));
    for await (const piece of seal(only(content), this.keyOf(name), name)) pieces.push(piece);
    await this.store.put(name, Buffer.concat(pieces));
  }

  /** The ids of all backups and pieces of the log, in the order of their time. */
  async ids(): Promise<string[]> {
    return (await this.store.list(manifests)).map((name) => name.slice(manifests.length));
  }

  /** @throws BackupError for a manifest that is missing or was altered. */
  async manifest(id: string): Promise<Manifest> {
    const name = manifests + id;
    const sealed = await this.store.get(name);
    if (!sealed) throw new BackupError(`The object ${name} of the backups is missing.`);
    const pieces: Buffer[] = [];
    for await (const piece of this.unsealed(name, only(sealed))) pieces.push(piece);
    const found = manifest.safeParse(parse(Buffer.concat(pieces)));
    if (!found.success || found.data.id !== id) throw altered(name);
    return found.data;
  }

  /** The ids under which there is any content, also of backups that were not finished. */
  async idsOfContents(): Promise<string[]> {
    const names = await this.store.list(contents);
    return [...new Set(names.map((name) => name.slice(contents.length).split('/')[0] ?? ''))];
  }

  /** Removes a backup, its manifest first, so that nothing half is listed. */
  async remove(id: string): Promise<void> {
    await this.store.remove(manifests + id);
    for (const name of await this.store.list(`${contents}${id}/`)) await this.store.remove(name);
  }

  private keyOf(name: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.master, '', `backup ${name}`, 32));
  }
}

const altered = (name: string) => new BackupError(`The object ${name} of the backups was altered.`);
const checkOf = (master: Buffer) => createHmac('sha256', master).update('backup vault').digest();
const partName = (name: string, at: number) => `${contents}${name}/${String(at).padStart(6, '0')}`;

async function* only(content: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(content);
}

function parse(content: Buffer | undefined): unknown {
  try {
    return JSON.parse(content?.toString('utf8') ?? '');
  } catch {
    return undefined;
  }
}

/** Pieces joined to parts of about one size. */
async function* partsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length < partBytes) continue;
    yield Buffer.concat(held);
    [held, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(held);
}
