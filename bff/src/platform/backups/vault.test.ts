import { randomBytes } from 'node:crypto';
import type { ObjectStore } from '../files/object-store';
import type { LogFiles } from './manifest';
import { Vault } from './vault';

const passphrase = 'a passphrase of the tests';
const megabyte = 1024 * 1024;

/** A store in memory, which can fail. */
function memory(): ObjectStore & { objects: Map<string, Buffer>; failAt: number } {
  const objects = new Map<string, Buffer>();
  const store = {
    objects,
    failAt: Infinity,
    put: (name: string, content: Buffer) => {
      if (objects.size >= store.failAt) return Promise.reject(new Error('status 500'));
      objects.set(name, content);
      return Promise.resolve();
    },
    get: (name: string) => Promise.resolve(objects.get(name)),
    list: (folder: string) =>
      Promise.resolve([...objects.keys()].filter((name) => name.startsWith(folder)).sort()),
    remove: (name: string) => Promise.resolve(void objects.delete(name)),
  };
  return store;
}

async function* stream(content: Buffer, size = 100_000) {
  for (let at = 0; at < content.length; at += size)
    yield await Promise.resolve(content.subarray(at, at + size));
}
async function whole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}
const flipped = (content: Buffer) => {
  const copy = Buffer.from(content);
  copy[copy.length >> 1] = (copy[copy.length >> 1] ?? 0) ^ 1;
  return copy;
};

let store: ReturnType<typeof memory>;
let vault: Vault;
/** The content of a new store: deriving a key from a passphrase is slow, so all tests share one. */
let made: Buffer;
beforeAll(async () => {
  store = memory();
  vault = await Vault.open(store, passphrase);
  made = store.objects.get('vault') ?? Buffer.alloc(0);
});
beforeEach(() => {
  store.objects.clear();
  store.objects.set('vault', made);
  store.failAt = Infinity;
});

const logOf = async (content: Buffer): Promise<LogFiles> => {
  const kept = await vault.keep('one/changes.000001', stream(content));
  const files = [{ name: 'changes.000001', sha256: '0'.repeat(64), content: kept }];
  return { version: 1, id: 'one', kind: 'log', stream: 's', until: new Date().toISOString(), files };
};

it('keeps a stream in parts of bounded size and gives it back, also to a later run', async () => {
  const content = randomBytes(20 * megabyte);
  const kept = await vault.keep('one/database', stream(content));
  expect(kept.parts).toHaveLength(3);
  for (const { bytes } of kept.parts) expect(bytes).toBeLessThan(9 * megabyte);
  const later = await Vault.open(store, passphrase, true);
  expect((await whole(later.read(kept))).equals(content)).toBe(true);
});

it('stores nothing that can be read, and the same content differently under another name', async () => {
  const secret = Buffer.from('ENCRYPTION_KEY of the bank, Marie Dupont');
  await vault.publish(await logOf(secret));
  const again = await vault.keep('two/changes.000001', stream(secret));
  for (const content of store.objects.values()) expect(content.includes(secret.subarray(0, 10))).toBe(false);
  store.objects.set(
    'data/two/changes.000001/000000',
    store.objects.get('data/one/changes.000001/000000') ?? secret,
  );
  await expect(whole(vault.read(again))).rejects.toThrow(
    'data/two/changes.000001/000000 of the backups was altered',
  );
});

it('refuses an object that was altered, cut, exchanged or removed', async () => {
  const kept = await vault.keep('one/database', stream(randomBytes(17 * megabyte)));
  const parts = [...store.objects.keys()].filter((name) => name.startsWith('data/'));
  const [first = '', second = ''] = parts;
  const original = new Map(store.objects);
  const spoil = async (change: () => void, sentence: RegExp) => {
    change();
    await expect(whole(vault.read(kept))).rejects.toThrow(sentence);
    for (const [name, content] of original) store.objects.set(name, content);
  };
  const content = original.get(first) ?? Buffer.alloc(0);
  await spoil(() => store.objects.set(first, flipped(content)), /was altered/);
  await spoil(() => store.objects.set(first, content.subarray(0, -1)), /was altered/);
  await spoil(() => store.objects.set(first, original.get(second) ?? content), /was altered/);
  await spoil(() => store.objects.delete(second), /is missing/);
  // An attacker who could forge a manifest's hashes would still lack the key: the end of a stream is sealed too.
  await expect(whole(vault.read({ ...kept, parts: kept.parts.slice(0, -1) }))).rejects.toThrow(/was altered/);
});

it('refuses a manifest that was altered, or stands under another name', async () => {
  await vault.publish(await logOf(Buffer.from('content')));
  const sealed = store.objects.get('manifests/one') ?? Buffer.alloc(0);
  store.objects.set('manifests/two', sealed);
  await expect(vault.manifest('two')).rejects.toThrow('manifests/two of the backups was altered');
  store.objects.set('manifests/one', flipped(sealed));
  await expect(vault.manifest('one')).rejects.toThrow('manifests/one of the backups was altered');
});

it('refuses another passphrase, and a store without backups where there must be some', async () => {
  await expect(Vault.open(store, `${passphrase}.`)).rejects.toThrow('is not the passphrase of these backups');
  await expect(Vault.open(memory(), passphrase, true)).rejects.toThrow('There are no backups');
  store.objects.set('vault', Buffer.from('{}'));
  await expect(Vault.open(store, passphrase)).rejects.toThrow('"vault" of the backups was altered');
});

it('lists nothing of a backup whose store failed in the middle', async () => {
  store.failAt = 3;
  await expect(vault.keep('one/database', stream(randomBytes(30 * megabyte)))).rejects.toThrow('status 500');
  expect(await vault.ids()).toEqual([]);
  expect(await vault.idsOfContents()).toEqual(['one']);
  store.failAt = Infinity;
  await vault.remove('one');
  expect(await vault.idsOfContents()).toEqual([]);
});
