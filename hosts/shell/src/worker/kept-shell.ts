import { simpleCookieName } from '@bank/contracts/simple-mode';
import { cookieOf } from './cookies';
import {
  configOf,
  filesOf,
  type KeptDocument,
  mayOpen,
  type NeededFile,
  type Seen,
  withoutFonts,
} from './rules';

/** The cache of built files. Nothing in any cache is personal: all of it was fetched without cookies or a session. */
export const filesCache = 'bank-files';
const shellCache = 'bank-shell';

/** The document that opens every page without a network: not prerendered, for nobody in particular. */
const source = '/dashboard';
/** Its place in the cache, an address that no page has. */
const documentKey = '/worker/document';
const seenKey = '/worker/seen';
const confirmedHeader = 'X-Confirmed-At';
export const sequenceHeader = 'Registry-Sequence';

/** A fetch and its content end within a minute: one that hung would keep every later refresh waiting. */
const fetchInTime = (address: string, init: RequestInit) =>
  fetch(address, { ...init, credentials: 'omit', signal: AbortSignal.timeout(60_000) });

const unseen: Seen = { key: '', sequence: -1 };

async function readSeen(): Promise<Seen> {
  const kept = await (await caches.open(shellCache)).match(seenKey);
  return kept ? ((await kept.json()) as Seen) : unseen;
}

async function writeSeen(seen: Seen): Promise<void> {
  await (await caches.open(shellCache)).put(seenKey, new Response(JSON.stringify(seen)));
}

/** Whether Mode simple is chosen: the document itself is fetched without cookies. Older browsers keep the font then. */
const isSimple = async (): Promise<boolean> => (await cookieOf(simpleCookieName)) !== undefined;

/** The refresh that is running, and the one after it. */
let refreshing: Promise<void> | undefined;
let next: Promise<void> | undefined;

/**
 * Fetches the document again, and all of its files; called while that is running, once more afterwards, since the document may
 * have changed. Never rejects: without the network nothing changes.
 */
export function refreshShell(): Promise<void> {
  if (refreshing) {
    next ??= refreshing.then(() => {
      next = undefined;
      return refreshShell();
    });
    return next;
  }
  refreshing = refresh()
    .catch(() => undefined)
    .finally(() => (refreshing = undefined));
  return refreshing;
}

let lastTurn: Promise<void> = Promise.resolve();

/** Runs one write of the document or the sequence after the other, so that none undoes what it has not read. */
function inTurn(write: () => Promise<void>): Promise<void> {
  const turn = lastTurn.then(write);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

async function refresh(): Promise<void> {
  // Without cookies: no canary, preview or waiting session, only what every visitor gets.
  const answer = await fetchInTime(source, { cache: 'no-cache' });
  const html = answer.ok ? await answer.text() : '';
  const config = configOf(html);
  if (!config) return;
  const { sequence } = config.registry;
  const registry: Seen = { key: config.registry_keys[0] ?? '', sequence };
  // Of another server, which has not read the newest releases yet.
  if (await isOld(registry)) return;
  const all = filesOf(html, config);
  const files = (await isSimple()) ? withoutFonts(all) : all;
  await keepFiles(files);
  const headers = new Headers(answer.headers);
  headers.set(confirmedHeader, String(Date.now()));
  headers.set(sequenceHeader, String(sequence));
  await inTurn(async () => {
    // A newer one was noted while the files came.
    if (await isOld(registry)) return dropRemotes();
    await writeSeen(registry);
    // After its files, so that a kept document is never without them.
    await (await caches.open(shellCache)).put(documentKey, new Response(html, { headers }));
    await dropOthers(files);
  });
}

/** Whether a newer registry of the same bank was seen. */
async function isOld({ key, sequence }: Seen): Promise<boolean> {
  const seen = await readSeen();
  return key === seen.key && sequence < seen.sequence;
}

/**
 * Fetches what is missing. The browser checks each hash, so that no altered file is kept. Without a file of the shell nothing
 * opens; a remote that lacks one is replaced by a notice on its page, as online.
 */
async function keepFiles(files: NeededFile[]): Promise<void> {
  const cache = await caches.open(filesCache);
  for (const { address, integrity } of files) {
    if (await cache.match(address, { ignoreVary: true })) continue;
    try {
      const answer = await fetchInTime(address, integrity ? { integrity } : {});
      if (!answer.ok) throw new Error(`${address} is missing`);
      await cache.put(address, answer);
    } catch (error) {
      if (!isOfRemote(address)) throw error;
    }
  }
}

const isOfRemote = (pathname: string) => pathname.startsWith('/remotes/');

async function dropOthers(files: NeededFile[]): Promise<void> {
  const cache = await caches.open(filesCache);
  const needed = new Set(files.map(({ address }) => address));
  for (const request of await cache.keys())
    if (!needed.has(new URL(request.url).pathname)) await cache.delete(request, { ignoreVary: true });
}

/**
 * Notes the sequence of a registry that the server sent. A newer one than the kept document's closes that document and drops
 * the files of all remotes at once, since one of them may have been taken back.
 */
export const noteSequence = (sequence: number): Promise<void> =>
  inTurn(async () => {
    const seen = await readSeen();
    if (!(sequence > seen.sequence)) return;
    await writeSeen({ ...seen, sequence });
    if (seen === unseen) return;
    await (await caches.open(shellCache)).delete(documentKey);
    await dropRemotes();
  });

async function dropRemotes(): Promise<void> {
  const cache = await caches.open(filesCache);
  for (const request of await cache.keys())
    if (isOfRemote(new URL(request.url).pathname)) await cache.delete(request, { ignoreVary: true });
}

/** The document for a page without a network; undefined where none may open. */
export async function keptDocument(now = Date.now()): Promise<Response | undefined> {
  const kept = await (await caches.open(shellCache)).match(documentKey, { ignoreVary: true });
  if (!kept) return undefined;
  const state: KeptDocument = {
    sequence: Number(kept.headers.get(sequenceHeader)),
    confirmedAt: Number(kept.headers.get(confirmedHeader)),
  };
  return mayOpen(state, await readSeen(), now) ? kept : undefined;
}

/** Drops every cache, also those of workers of other versions. */
export async function dropEverything(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
}
