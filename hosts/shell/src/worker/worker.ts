import { clientsClaim } from 'workbox-core';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import type { Registry } from '@bank/contracts/remotes';
import { filesCache, keptDocument, noteSequence, refreshShell, sequenceHeader } from './kept-shell';
import { noNetworkPage } from './no-network-page';
import { type PushScope, takePushes } from './push';
import { isBuiltFile, notPages } from './rules';

/** The part of a service worker's global scope that is used here. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
}

/**
 * The worker of the customer site, which opens the shell without a network. It knows no version: the signed registry in the
 * last document names the files, and the page checks signature and hashes as it does online. Calls to the API, other ports
 * and the pages of other sites never pass through it.
 */
const scope = self as unknown as WorkerScope;

// At once, also for open tabs: a worker of any version serves the same files by the same addresses, and holds no state of a
// tab; waiting would keep a faulty one alive for as long as a tab is open.
scope.addEventListener('install', () => void scope.skipWaiting());
clientsClaim();

scope.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([refreshShell(), scope.registration.navigationPreload.enable()])),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isBuiltFile(url.pathname),
  new CacheFirst({
    cacheName: filesCache,
    matchOptions: { ignoreVary: true },
    // `refreshShell` alone chooses the cached files, so that nothing unlisted stays.
    plugins: [{ cacheWillUpdate: () => Promise.resolve(null) }],
  }),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === '/remotes.json',
  new NetworkOnly({
    plugins: [
      {
        fetchDidSucceed: async ({ response, event }) => {
          if (response.ok) event.waitUntil(learnFrom(response.clone()));
          return response;
        },
      },
    ],
  }),
);

async function learnFrom(answer: Response): Promise<void> {
  const { sequence } = (await answer.json()) as Registry;
  await noteSequence(sequence);
  await refreshShell();
}

registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      plugins: [
        {
          // Unlike `fetchDidSucceed` also for a preloaded response.
          handlerWillRespond: async ({ response, event }) => {
            const sequence = response.headers.get(sequenceHeader);
            if (sequence) event.waitUntil(noteSequence(Number(sequence)).then(refreshShell));
            return response;
          },
          handlerDidError: async ({ request }) => (await keptDocument()) ?? noNetworkPage(request.url),
        },
      ],
    }),
    { denylist: notPages },
  ),
);

takePushes(self as unknown as PushScope);
