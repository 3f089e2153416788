import type { ComponentType } from 'react';

/** What a remote exposes as `./remote`: the pages and slot components that its `remote.json` names. */
export interface RemoteModule {
  pages: Record<string, ComponentType>;
  slots: Record<string, ComponentType>;
}

/** Declares a remote's module; both maps may be left out. */
export const defineRemote = (module: Partial<RemoteModule>): RemoteModule => ({
  pages: {},
  slots: {},
  ...module,
});
