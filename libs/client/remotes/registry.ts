import type { PublishedRemote, Registry } from '@bank/contracts/remotes';
import { config } from '../http/config';
import { isLocalRemote, trustFilesOf } from './file-integrity';
import { currentlyPublished, currentVersion, publish, type Published } from './published';
import { acceptRegistry } from './registry-sequence';
import { reportRemote } from './remote-reports';
import { isSigned } from './signature';

/** How long one response is valid, and the timeout of a request, in ms. */
const freshMs = 20_000;
const patience = 3_000;

/** Versions that did not load in this page, as `name@version`. */
const failed = new Set<string>();
const idOf = ({ name, version }: PublishedRemote) => `${name}@${version}`;

let askedAt = 0;
let asking: Promise<void> | undefined;

/** Adopts the registry of the document, or the server's where the document's is older. */
export async function takeEmbeddedRegistry() {
  askedAt = Date.now();
  if (!(await take(config.registry))) await refreshRegistry({ required: true });
}

/**
 * Fetches the registry when the page's is older than 20 s, or when `required`. It applies from the next mount
 * of a page on. Never rejects: without a response nothing changes.
 */
export function refreshRegistry({ required = false } = {}): Promise<void> {
  if (!navigator.onLine || (!required && Date.now() - askedAt < freshMs)) return Promise.resolve();
  askedAt = Date.now();
  asking ??= ask({})
    .then(async (registry) => {
      if (registry) await take(registry);
    })
    .finally(() => (asking = undefined));
  return asking;
}

/** After a version failed to load: another good version, if the server has one. */
export async function replacementFor(remote: PublishedRemote): Promise<PublishedRemote | undefined> {
  failed.add(idOf(remote));
  const known = currentVersion(remote.name);
  if (known && !failed.has(idOf(known))) return known;
  const registry = await ask({ avoid: idOf(remote) });
  const found = registry ? await acceptRegistry(registry, { remember: false }) : [];
  const other = found.find(({ name }) => name === remote.name);
  if (!other || failed.has(idOf(other)) || !(await admit(other))) return undefined;
  const { trusted, refused } = currentlyPublished();
  publish({ trusted: trusted.map((kept) => (kept.name === other.name ? other : kept)), refused });
  return other;
}

/** The version to load when a person retries, whatever failed before. */
export async function versionToRetry(remote: PublishedRemote): Promise<PublishedRemote> {
  [...failed].filter((id) => id.startsWith(`${remote.name}@`)).forEach((id) => failed.delete(id));
  await refreshRegistry({ required: true });
  return currentVersion(remote.name) ?? remote;
}

/** With the version of this page's shell, so that the remotes fit it. */
async function ask(more: { avoid?: string }): Promise<Registry | undefined> {
  const { host_version: shell } = config;
  const query = new URLSearchParams({ ...more, ...(shell && { shell }) }).toString();
  try {
    const answer = await fetch(`/remotes.json${query && `?${query}`}`, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(patience),
    });
    return answer.ok ? ((await answer.json()) as Registry) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Adopts the server's registry as far as it is signed and not older than what this tab has seen. A remote
 * whose new version is unsigned, or failed to load here, stays at its known version, and earlier remotes keep
 * their order and so their routes.
 * @returns whether all of it was accepted.
 */
async function take(registry: Registry): Promise<boolean> {
  const inTime = await acceptRegistry(registry, { remember: true });
  const known = currentlyPublished().trusted;
  const next: Published = { trusted: [], refused: [] };
  for (const remote of inOrder(registry.remotes, known)) {
    const before = known.find(({ name }) => name === remote.name);
    const mayCome = isLocalRemote(remote) || inTime.includes(remote);
    if (before && (idOf(before) === idOf(remote) || failed.has(idOf(remote)))) next.trusted.push(before);
    else if (mayCome && (await admit(remote))) next.trusted.push(remote);
    else if (before) next.trusted.push(before);
    else next.refused.push(remote);
  }
  publish(next);
  return inTime.length === registry.remotes.length;
}

function inOrder(remotes: PublishedRemote[], known: PublishedRemote[]): PublishedRemote[] {
  const named = (wanted: string) => remotes.filter(({ name }) => name === wanted);
  const isNew = ({ name }: PublishedRemote) => !known.some((other) => other.name === name);
  return [...known.flatMap(({ name }) => named(name)), ...remotes.filter(isNew)];
}

/** Trusts a remote that the bank signed or that comes from the developer's own machine. */
async function admit(remote: PublishedRemote): Promise<boolean> {
  if (isLocalRemote(remote)) return true;
  if (!(await isSigned(remote, config.registry_keys))) {
    reportRemote(remote, 'integrity');
    return false;
  }
  trustFilesOf(remote);
  return true;
}
