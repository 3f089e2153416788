import { deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { copyDatabase } from '../session/copy-database';

/**
 * What a browser without a network shows of a person, encrypted at rest (AES-GCM, NIST SP 800-38D, a fresh nonce of 96 bits
 * for each record). The key cannot be exported by a script and belongs to one session: it goes, with everything it
 * encrypts, at sign-out, when the server or the idle time ends the session, when another session begins, and at `until` at
 * the latest. A record moved to another name or session does not decrypt.
 *
 * It guards against the next person at this computer. It does not guard against a program that reads this browser's memory
 * or files while the session lasts, which finds the tokens as well; nor, when the browser is never opened again after the
 * idle time, against a copy of the disk: key and records are removed when the browser next opens the site.
 */
interface Holder {
  session: string;
  key: CryptoKey;
  /** Ms since 1970, as the end of key and copy below. */
  begunAt: number;
  until: number;
}

interface SealedRecord {
  nonce: Uint8Array<ArrayBuffer>;
  content: ArrayBuffer;
}

const stores = ['holder', 'records'] as const;
const holderKey = 'holder';

/** Opened for each task: an open connection would delay the removal of the database. */
async function withDatabase<T>(task: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const database = await openDB(copyDatabase, 1, {
    upgrade: (created) => stores.forEach((store) => void created.createObjectStore(store)),
    blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await task(database);
  } finally {
    database.close();
  }
}

/** Removes the copy of whichever session made it. */
export const dropCopy = (): Promise<void> => deleteDB(copyDatabase);

/** The life of a new copy before its first `extend`, in ms. */
const firstMs = 60_000;

/** The copy of this session, new or continued; what another session left is dropped first. */
export async function beginCopy(session: string, now = Date.now()): Promise<EncryptedCopy> {
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const holder = await withDatabase(async (database) => {
    const change = database.transaction(stores, 'readwrite');
    const kept = (await change.objectStore('holder').get(holderKey)) as Holder | undefined;
    if (kept?.session === session && kept.until > now) return kept;
    const begun: Holder = { session, key: fresh, begunAt: now, until: now + firstMs };
    await change.objectStore('records').clear();
    await change.objectStore('holder').put(begun, holderKey);
    await change.done;
    return begun;
  });
  return new EncryptedCopy(holder);
}

/**
 * The copy that an earlier page of this session made; `over` after its end. What has ended, or is of another session, is
 * dropped.
 */
export async function findCopy(
  session: string,
  now = Date.now(),
): Promise<EncryptedCopy | 'over' | undefined> {
  const kept = await withDatabase(
    async (database) => (await database.get('holder', holderKey)) as Holder | undefined,
  );
  if (kept?.session === session && kept.until > now) return new EncryptedCopy(kept);
  await dropCopy();
  return kept?.session === session ? 'over' : undefined;
}

export class EncryptedCopy {
  private readonly session: string;
  private readonly key: CryptoKey;
  /** Ms since 1970. */
  readonly begunAt: number;
  private lastWrite: Promise<void> = Promise.resolve();

  constructor({ session, key, begunAt }: Holder) {
    this.session = session;
    this.key = key;
    this.begunAt = begunAt;
  }

  /**
   * Writes a JSON value; `undefined` removes it. Does nothing once the session's key is gone. One write follows the other: encryption
   * takes its time, and a record would otherwise end with an earlier value.
   */
  write(name: string, value: unknown): Promise<void> {
    const written = this.lastWrite.then(() => this.store(name, value));
    this.lastWrite = written.catch(() => undefined);
    return written;
  }

  private async store(name: string, value: unknown): Promise<void> {
    const record = value === undefined ? undefined : await this.seal(name, value);
    await this.change(async (database) => {
      if (record) await database.objectStore('records').put(record, name);
      else await database.objectStore('records').delete(name);
    });
  }

  /** Moves the end of the copy. */
  async extend(until: number): Promise<void> {
    await this.change(async (database, holder) => {
      await database.objectStore('holder').put({ ...holder, until }, holderKey);
    });
  }

  /** Everything that decrypts, by name. */
  async readAll(): Promise<Map<string, unknown>> {
    const records = await withDatabase(async (database) => {
      const read = database.transaction('records');
      const [names, values] = await Promise.all([read.store.getAllKeys(), read.store.getAll()]);
      return names.map((name, at) => [String(name), values[at] as SealedRecord] as const);
    });
    const opened = records.map(async ([name, record]) => [name, await this.open(name, record)] as const);
    const values = await Promise.all(opened.map((entry) => entry.catch(() => undefined)));
    return new Map(values.filter((entry) => entry !== undefined));
  }

  /** One transaction that finds the session's key in place: after sign-out no late write leaves anything. */
  private async change(task: (database: Change, holder: Holder) => Promise<void>): Promise<void> {
    await withDatabase(async (database) => {
      const change = database.transaction(stores, 'readwrite');
      const holder = (await change.objectStore('holder').get(holderKey)) as Holder | undefined;
      if (holder?.session === this.session) await task(change, holder);
      await change.done;
    });
  }

  private async seal(name: string, value: unknown): Promise<SealedRecord> {
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(value));
    return { nonce, content: await crypto.subtle.encrypt(this.algorithm(name, nonce), this.key, text) };
  }

  private async open(name: string, { nonce, content }: SealedRecord): Promise<unknown> {
    const text = await crypto.subtle.decrypt(this.algorithm(name, nonce), this.key, content);
    return JSON.parse(new TextDecoder().decode(text));
  }

  private algorithm(name: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
    return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`${this.session} ${name}`) };
  }
}

type Change = IDBPTransaction<unknown, typeof stores, 'readwrite'>;
