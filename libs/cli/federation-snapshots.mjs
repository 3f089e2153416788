/**
 * Replaces the parts of the Federation runtime in a shell that load a remote's manifest, keep it as a snapshot and preload the
 * files that it names. Remotes are registered by the address of their entry, and `preloadRemote` of libs/client
 * preloads by the signed registry, so nothing of this is ever called.
 */
export class SnapshotHandler {
  manifestCache = new Map();
  /** Each plugin is applied to the hooks of every handler. */
  hooks = { applyPlugin() {} };
}

export const getGlobalRemoteInfo = () => ({});

function unused() {
  throw new Error('A remote has no manifest.');
}

export const formatPreloadArgs = unused;
export const generatePreloadAssetsPlugin = unused;
export const preloadAssets = unused;
export const snapshotPlugin = unused;
