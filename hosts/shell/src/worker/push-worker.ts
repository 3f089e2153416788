import { dropEverything } from './kept-shell';
import { type PushScope, takePushes } from './push';

/** The part of a service worker's global scope that is used here. */
interface WorkerScope extends Omit<PushScope, 'addEventListener'> {
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
}

/**
 * The worker in the place of the other one where the bank turned that off: it drops what the other one kept, never stands
 * between a page and the network, and takes push messages only.
 */
const scope = self as unknown as WorkerScope;

scope.addEventListener('install', () => void scope.skipWaiting());
scope.addEventListener('activate', (event) => event.waitUntil(dropKept()));

async function dropKept(): Promise<void> {
  await dropEverything();
  await scope.registration.navigationPreload.disable();
}

takePushes(self as unknown as PushScope);
