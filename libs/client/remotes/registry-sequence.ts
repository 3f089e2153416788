import type { PublishedRemote, Registry } from '@bank/contracts/remotes';
import { config } from '../http/config';
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
 * The remotes of a registry that may be used: all of a signed one at least as new as any seen in this tab; of
 * an older one only the versions seen last, so that nothing withdrawn returns; otherwise none.
 * @param remember whether later registries are compared with this one
 */
export async function acceptRegistry(
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
