import type { Page } from '@playwright/test';

/** All data that the browser stores for this page's site and that a script or the next user can read. */
export const keptBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const stores: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) stores.push(`database ${name}`);
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) stores.push(`cache ${request.url}`);
    }
    const { cookie, title, body } = document;
    const places = [{ ...localStorage }, { ...sessionStorage }, history.state as unknown, location.href];
    return JSON.stringify([...places, stores, cookie, title, window.name, body.innerText]);
  });
