import type { ComponentType } from 'react';

/** A page or slot component that is fetched when it is first shown. */
export interface Deferred {
  load: () => Promise<ComponentType>;
}

/** The module that a remote exposes as `./remote`: the pages and slot components that its `remote.json` names. */
export interface RemoteModule {
  pages: Record<string, ComponentType | Deferred>;
  slots: Record<string, ComponentType | Deferred>;
}

/** Declares a remote's module; both maps may be left out. */
export const defineRemote = (module: Partial<RemoteModule>): RemoteModule => ({
  pages: {},
  slots: {},
  ...module,
});

/** Splits a page from the remote's first chunk; the host loads it, and can retry. */
export const deferred = (load: Deferred['load']): Deferred => ({ load });
