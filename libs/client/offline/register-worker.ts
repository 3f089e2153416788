/** The address of the customer site's worker; its folder is the scope: the whole site. */
const address = '/worker.js';

/** Has the browser install or update the worker that opens the site without a network (`hosts/shell/src/worker/`). */
export function registerWorker(): void {
  if (process.env.NODE_ENV === 'development' || !('serviceWorker' in navigator)) return;
  // Refused in private windows of some browsers: the site works without.
  navigator.serviceWorker.register(address, { updateViaCache: 'none' }).catch(() => undefined);
}
