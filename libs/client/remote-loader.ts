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
 * A remote's script that does not arrive in time fails. A retry asks under another query, because a browser holds a
 * second request for an address whose first one is still hanging.
 */
const timeLimit: ModuleFederationRuntimePlugin = {
  name: 'time-limit',
  createScript({ url }) {
    const attempt = attempts.get(url) ?? 0;
    attempts.set(url, attempt + 1);
    const script = document.createElement('script');
    script.src = attempt === 0 ? url : `${url}?attempt=${attempt}`;
    script.async = true;
    return { script, timeout: loadTimeoutMs };
  },
};

/** Tells Federation where each published remote is; loads nothing yet. */
export function registerPublished(remotes: PublishedRemote[]) {
  registerPlugins([timeLimit]);
  registerRemotes(remotes.map(({ name, entry }) => ({ name: containerName(name), entry })));
}

/**
 * Loads a remote's module, its entry and first chunk.
 * @throws Error when it is down, slower than `loadTimeoutMs`, not a script, or exposes no such module.
 */
export async function loadRemoteModule(remote: PublishedRemote): Promise<RemoteModule> {
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
    const late = setTimeout(() => reject(new Error(`remote ${name} is too slow`)), loadTimeoutMs);
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
