import type { ComponentType } from 'react';
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { containerName } from '@bank/contracts/routes';
import type { RemoteModule } from './remote-module';

/** How long a person waits for a remote before reading that it does not answer. */
export const loadTimeoutMs = 8_000;

const attempts = new Map<string, number>();

/**
 * A remote's script that does not arrive in time fails. A retry asks under another address, which the server takes for
 * the same version: a browser would hold a second request while the first one hangs, and answer from a failed preload.
 */
const timeLimit: ModuleFederationRuntimePlugin = {
  name: 'time-limit',
  createScript({ url }) {
    const attempt = attempts.get(url) ?? 0;
    attempts.set(url, attempt + 1);
    const script = document.createElement('script');
    script.src = attempt === 0 ? url : url.replace(/\/[^/]+$/, `+${attempt}$&`);
    script.async = true;
    return { script, timeout: loadTimeoutMs };
  },
};

/** Tells Federation where each published remote is; loads nothing yet. */
export function registerPublished(remotes: PublishedRemote[]) {
  registerPlugins([timeLimit]);
  registerRemotes(remotes.map(({ name, entry }) => ({ name: containerName(name), entry })));
}

class TooSlow extends Error {}

/**
 * Loads one component of a remote: its entry, its first chunk, and the component's own chunk where it is deferred. What
 * fails at once is tried once more, since a browser may answer the first try from a failed preload.
 * @throws Error when it is down, slower than `loadTimeoutMs`, not a script, or exposes no such component.
 */
export async function loadComponent(
  remote: PublishedRemote,
  kind: keyof RemoteModule,
  name: string,
): Promise<ComponentType> {
  const load = async () => {
    const found = (await loadRemoteModule(remote))[kind][name];
    if (!found) throw new Error(`remote ${remote.name} has no ${kind} "${name}"`);
    return 'load' in found ? found.load() : found;
  };
  return load().catch((error) => (error instanceof TooSlow ? Promise.reject(error) : load()));
}

async function loadRemoteModule(remote: PublishedRemote): Promise<RemoteModule> {
  const loaded = await inTime(
    loadRemote<{ default: RemoteModule }>(`${containerName(remote.name)}/remote`, { from: 'runtime' }),
    remote.name,
  );
  if (!loaded?.default?.pages || !loaded.default.slots)
    throw new Error(`remote ${remote.name} exposes no module`);
  return loaded.default;
}

function inTime<T>(work: Promise<T>, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new TooSlow(`remote ${name} is too slow`)), loadTimeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}

const preloaded = new Set<string>();

/** Fetches a remote's first files ahead of need, when a person points at or focuses a link to it. */
export function preloadRemote({ entry, preload }: PublishedRemote) {
  if (preloaded.has(entry)) return;
  preloaded.add(entry);
  [entry, ...preload.scripts].forEach((file) => hint(file, 'script'));
  preload.styles.forEach((file) => hint(file, 'style'));
}

function hint(href: string, as: 'script' | 'style') {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as, href }));
}
