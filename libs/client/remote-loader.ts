import type { ComponentType } from 'react';
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { integrityOf, isAltered, isLocal, isVouchedFor } from './file-integrity';
import { replacementFor, versionToRetry } from './registry';
import type { RemoteModule } from './remote-module';
import { reportRemote } from './remote-reports';

/** How long a person waits for a remote before reading that it does not answer. */
export const loadTimeoutMs = 8_000;

/** A component that can be shown, and the version that it is of. */
export interface Loaded {
  component: ComponentType;
  remote: PublishedRemote;
}

export interface Wanted {
  kind: keyof RemoteModule;
  name: string;
}

/** A remote that cannot be shown; told to the server already. */
export class LoadFailure extends Error {}

class TooSlow extends Error {}

/** Entries of dev servers, which nobody vouches for. */
const localEntries = new Set<string>();
const attempts = new Map<string, number>();

/**
 * How the script of an entry is made: it runs only as it was signed, and fails where it does not arrive in time. A retry
 * asks under another address, which the server takes for the same version: a browser would hold a second request while
 * the first one hangs, and answer from a failed preload.
 */
const checkedAndInTime: ModuleFederationRuntimePlugin = {
  name: 'checked-and-in-time',
  createScript({ url }) {
    const attempt = attempts.get(url) ?? 0;
    attempts.set(url, attempt + 1);
    const script = document.createElement('script');
    script.async = true;
    if (localEntries.has(url)) script.src = url;
    else {
      script.src = attempt === 0 ? url : url.replace(/\/[^/]+$/, `+${attempt}$&`);
      script.integrity = integrityOf(url);
      script.crossOrigin = 'anonymous';
    }
    return { script, timeout: loadTimeoutMs };
  },
};

/** Readies Federation; call it once, before anything is loaded. */
export const startLoading = () => registerPlugins([checkedAndInTime]);

/**
 * Loads one component of a remote: its entry, its first chunk, and the component's own chunk where it is deferred. What
 * fails is tried once more; then the server is asked for another version, and told of the failure.
 * @throws LoadFailure when no version of it is up, quick enough, as it was signed, and has such a component.
 */
export async function loadComponent(remote: PublishedRemote, wanted: Wanted): Promise<Loaded> {
  try {
    return await loadTwice(remote, wanted);
  } catch (error) {
    const other = await giveUp(remote, error);
    if (other) return loadComponent(other, wanted);
    throw new LoadFailure(`remote ${remote.name} cannot be shown`, { cause: error });
  }
}

/** The same after a person asked for it again: of the version that the registry names now. */
export const reloadComponent = async (remote: PublishedRemote, wanted: Wanted): Promise<Loaded> =>
  loadComponent(await versionToRetry(remote), wanted);

/**
 * Tells the server that a version did not load, and answers another one, if there is any. While the browser is offline
 * no remote is to blame, and none would load.
 */
export async function giveUp(remote: PublishedRemote, error: unknown): Promise<PublishedRemote | undefined> {
  if (!navigator.onLine || !isVouchedFor(remote)) return undefined;
  const { request } = error as { request?: string };
  // What did not come in time would have to be waited for once more, only to be looked at.
  const isRefused = !(error instanceof TooSlow) && (await isAltered(request ?? remote.entry));
  reportRemote(remote, isRefused ? 'integrity' : 'load');
  return replacementFor(remote);
}

/** A browser may answer the first try from a failed preload. What was too slow once is not waited for again. */
async function loadTwice(remote: PublishedRemote, wanted: Wanted): Promise<Loaded> {
  const load = async () => ({ remote, component: await loadOnce(remote, wanted) });
  return load().catch((error) => (error instanceof TooSlow ? Promise.reject(error) : load()));
}

async function loadOnce(remote: PublishedRemote, { kind, name }: Wanted): Promise<ComponentType> {
  if (!isVouchedFor(remote)) throw new Error(`remote ${remote.name} is not signed`);
  const found = (await loadRemoteModule(remote))[kind][name];
  if (!found) throw new Error(`remote ${remote.name} has no ${kind} "${name}"`);
  return 'load' in found ? inTime(found.load(), remote.name) : found;
}

const registered = new Set<string>();

async function loadRemoteModule(remote: PublishedRemote): Promise<RemoteModule> {
  const { name, container, entry } = remote;
  if (!registered.has(container)) {
    registered.add(container);
    if (isLocal(remote)) localEntries.add(entry);
    registerRemotes([{ name: container, entry }]);
  }
  const loaded = await inTime(
    loadRemote<{ default: RemoteModule }>(`${container}/remote`, { from: 'runtime' }),
    name,
  );
  if (!loaded?.default?.pages || !loaded.default.slots) throw new Error(`remote ${name} exposes no module`);
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
export function preloadRemote(remote: PublishedRemote) {
  const { entry, preload } = remote;
  if (preloaded.has(entry) || isLocal(remote) || !isVouchedFor(remote)) return;
  preloaded.add(entry);
  [entry, ...preload.scripts].forEach((file) => hint(file, 'script'));
  preload.styles.forEach((file) => hint(file, 'style'));
}

/** With the very attributes of the tag that follows; otherwise the browser would fetch the file twice. */
function hint(href: string, as: 'script' | 'style') {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as, href, integrity: integrityOf(href), crossOrigin: 'anonymous' });
  document.head.append(link);
}
