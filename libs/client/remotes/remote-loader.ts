import type { ComponentType } from 'react';
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import type { PublishedRemote } from '@bank/contracts/remotes';
import type { ReportKind } from '@bank/contracts/releases';
import { integrityOf, failsIntegrity, isLocalRemote, isTrusted } from './file-integrity';
import { inTime, loadTimeoutMs, TooSlow } from './in-time';
import { isOffered } from './offered-surface';
import { replacementFor, versionToRetry } from './registry';
import type { RemoteModule } from './remote-module';
import { reportRemote } from './remote-reports';

export { loadTimeoutMs };

/** A component that can be shown, and the version that it is of. */
export interface Loaded {
  component: ComponentType;
  remote: PublishedRemote;
}

export interface Wanted {
  kind: keyof RemoteModule;
  name: string;
}

/** A remote that cannot be shown; the server has been notified. */
export class LoadFailure extends Error {}

/** The remote uses an export that this shell does not offer. */
class NotOffered extends Error {}

/** Entries of dev servers, which are not verified. */
const localEntries = new Set<string>();
const attempts = new Map<string, number>();

/**
 * Creates the script of an entry, with its integrity and a timeout. A retry uses another URL of the same
 * version: a browser would queue it behind a hanging request, or serve it from a failed preload.
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
 * Loads one component of a remote: its entry, its first chunk, and the component's own chunk where deferred.
 * Retries once, then reports the failure and loads another version.
 * @throws LoadFailure when no version loads in time, with valid integrity and that component.
 */
export async function loadComponent(remote: PublishedRemote, wanted: Wanted): Promise<Loaded> {
  try {
    return await loadTwice(remote, wanted);
  } catch (error) {
    const other = await abandonLoading(remote, error);
    if (other) return loadComponent(other, wanted);
    throw new LoadFailure(`remote ${remote.name} cannot be shown`, { cause: error });
  }
}

/** The same when a person retries: loads the version that the registry names now. */
export const reloadComponent = async (remote: PublishedRemote, wanted: Wanted): Promise<Loaded> =>
  loadComponent(await versionToRetry(remote), wanted);

/**
 * Reports that a version failed to load and returns another one, if any. Does nothing while the browser is
 * offline.
 */
export async function abandonLoading(
  remote: PublishedRemote,
  error: unknown,
): Promise<PublishedRemote | undefined> {
  if (!navigator.onLine || !isTrusted(remote)) return undefined;
  reportRemote(remote, await failureKind(remote, error));
  return replacementFor(remote);
}

async function failureKind({ entry }: PublishedRemote, error: unknown): Promise<ReportKind> {
  if (error instanceof NotOffered) return 'surface';
  // Not checked after a timeout: fetching the file again would take as long.
  if (error instanceof TooSlow) return 'load';
  const { request } = error as { request?: string };
  return (await failsIntegrity(request ?? entry)) ? 'integrity' : 'load';
}

/** The first try may fail because a preload failed. A timeout and a missing surface are final. */
async function loadTwice(remote: PublishedRemote, wanted: Wanted): Promise<Loaded> {
  const load = async () => ({ remote, component: await loadOnce(remote, wanted) });
  const isFinal = (error: unknown) => error instanceof TooSlow || error instanceof NotOffered;
  return load().catch((error) => (isFinal(error) ? Promise.reject(error) : load()));
}

async function loadOnce(remote: PublishedRemote, { kind, name }: Wanted): Promise<ComponentType> {
  if (!isTrusted(remote)) throw new Error(`remote ${remote.name} is not signed`);
  if (!isOffered(remote)) throw new NotOffered(`remote ${remote.name} uses what this shell does not offer`);
  const found = (await loadRemoteModule(remote))[kind][name];
  if (!found) throw new Error(`remote ${remote.name} has no ${kind} "${name}"`);
  return 'load' in found ? inTime(found.load(), `remote ${remote.name}`) : found;
}

const registered = new Set<string>();

async function loadRemoteModule(remote: PublishedRemote): Promise<RemoteModule> {
  const { name, container, entry } = remote;
  if (!registered.has(container)) {
    registered.add(container);
    if (isLocalRemote(remote)) localEntries.add(entry);
    registerRemotes([{ name: container, entry }]);
  }
  const loaded = await inTime(
    loadRemote<{ default: RemoteModule }>(`${container}/remote`, { from: 'runtime' }),
    `remote ${name}`,
  );
  if (!loaded?.default?.pages || !loaded.default.slots) throw new Error(`remote ${name} exposes no module`);
  return loaded.default;
}

const preloaded = new Set<string>();

/** Fetches a remote's first files ahead of need, when a person points at or focuses a link to it. */
export function preloadRemote(remote: PublishedRemote) {
  const { entry, preload } = remote;
  if (preloaded.has(entry) || isLocalRemote(remote) || !isTrusted(remote)) return;
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
