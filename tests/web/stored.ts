import { type BrowserContext, expect, type Page } from '@playwright/test';

/** Every byte that the browser stores for this page's site: cookies, both storages, databases and caches, keys and values. */
export async function storedBy(context: BrowserContext, page: Page): Promise<string> {
  const cookies = JSON.stringify(await context.cookies());
  const stored = await page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    const text = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
      if (ArrayBuffer.isView(value)) return text(value.buffer.slice(0));
      if (typeof value !== 'object' || value === null || value instanceof CryptoKey) return String(value);
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, text(inner)]));
    };
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const read = database.transaction(store).objectStore(store);
        found.push([name, store, await done(read.getAllKeys()), (await done(read.getAll())).map(text)]);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true });
        found.push([name, request.url, [...(answer?.headers ?? [])], await answer?.text()]);
      }
    }
    return JSON.stringify(found);
  });
  return (cookies + stored).replace(/[\u00a0\u202f]/g, ' ');
}

/** Waits until the site can be opened without a network: its worker is in charge and keeps a document. */
export const readyOffline = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(
          async () =>
            navigator.serviceWorker.controller !== null &&
            (await (await caches.open('bank-shell')).match('/worker/document')) !== undefined,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);

/** The number of records in the encrypted copy; 0 without one. */
const recordsCopied = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('offline-copy')) return 0;
    const opened = indexedDB.open('offline-copy');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opened.onsuccess = () => resolve(opened.result);
      opened.onerror = () => reject(opened.error);
    });
    const counted = database.transaction('records').objectStore('records').count();
    const count = await new Promise<number>((resolve) => {
      counted.onsuccess = () => resolve(counted.result);
    });
    database.close();
    return count;
  });

/** Waits until the encrypted copy has at least this many records. */
export const copied = (page: Page, records: number): Promise<void> =>
  expect.poll(() => recordsCopied(page)).toBeGreaterThanOrEqual(records);
