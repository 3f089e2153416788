import type { PublishedRemote, Registry } from '@bank/contracts/remotes';
import { config } from './config';
import { isRegistrySigned } from './signature';

/** The newest registry that this tab has seen: its sequence, and the version of each remote in it. */
interface Seen {
  sequence: number;
  versions: Record<string, string>;
}

const nothing: Seen = { sequence: -1, versions: {} };
let inMemory = nothing;

/** Of one bank: where its key is another one, its sequence is too. */
const storageKey = () => `registry ${config.registry_keys[0] ?? ''}`;

/**
 * The remotes of a registry that may be taken from it: all of one that is signed and as new as any that this tab has
 * seen; of an older one those that are what was seen last, so that nothing which was taken back returns; else none.
 * @param remember whether this registry is what others are held against from now on
 */
export async function timely(
  registry: Registry,
  { remember }: { remember: boolean },
): Promise<PublishedRemote[]> {
  if (!(await isRegistrySigned(registry, config.registry_keys))) return [];
  const seen = read();
  if (registry.sequence < seen.sequence)
    return registry.remotes.filter(({ name, version }) => seen.versions[name] === version);
  if (remember) write(registry);
  return registry.remotes;
}

function write({ sequence, remotes }: Registry) {
  const versions = Object.fromEntries(remotes.map(({ name, version }) => [name, version]));
  inMemory = { sequence, versions };
  try {
    sessionStorage.setItem(storageKey(), JSON.stringify(inMemory));
  } catch {
    // Blocked or full: this page remembers.
  }
}

function read(): Seen {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey()) ?? 'null') as Seen | null;
    if (kept && kept.sequence > inMemory.sequence && typeof kept.versions === 'object') return kept;
  } catch {
    // Blocked, or not what we wrote.
  }
  return inMemory;
}
