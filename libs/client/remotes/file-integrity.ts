import { unmatchableHash } from '@bank/contracts/integrity';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { config } from '../http/config';

/** The hashes of the files of each folder, by the folder's address. */
const folders = new Map<string, Record<string, string>>();

const absolute = (address: string) => new URL(address, location.href).href;

/** A folder's address and a file's name; `<version>+<attempt>` is the same version, see `remote-loader.ts`. */
function split(address: string) {
  const [, folder = '', file = ''] = /^(.*?)(?:\+\d+)?\/([^/?#]*)$/.exec(absolute(address)) ?? [];
  return { folder, file };
}

/** The expected hash of a script or style; an unmatchable one for an unknown file. */
export function integrityOf(address: string): string {
  const { folder, file } = split(address);
  const files = folders.get(folder);
  return files && Object.hasOwn(files, file) ? (files[file] ?? unmatchableHash) : unmatchableHash;
}

const trusted = new WeakSet<PublishedRemote>();

/** Lets a remote in, and its files run as they were signed; call it with one whose signature holds. */
export function trustFilesOf(remote: PublishedRemote) {
  trusted.add(remote);
  folders.set(split(remote.entry).folder, Object.freeze({ ...remote.files }));
}

/** Whether a remote may run here: its signature held, or it comes from the developer’s own machine. */
export const isTrusted = (remote: PublishedRemote) => trusted.has(remote) || isLocalRemote(remote);

/**
 * Whether a remote comes from a dev server on the developer's own machine, as the document allows; its
 * changing files cannot be verified.
 */
export function isLocalRemote({ name, entry }: PublishedRemote): boolean {
  const { hostname, origin } = new URL(entry, location.href);
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return config.local_remotes.includes(name) && isLoopback && origin !== location.origin;
}

/**
 * Defines the read-only global `bankIntegrity`, by which each build gets the hash of what it loads later
 * (`IntegrityPlugin` of the build recipe).
 */
export function installIntegrityCheck() {
  folders.set(absolute(`/assets/${config.site}`), Object.freeze({ ...config.host_files }));
  Object.defineProperty(globalThis, 'bankIntegrity', {
    value: Object.freeze(integrityOf),
    writable: false,
    configurable: false,
  });
}

/** Whether the file at an address differs from its signed hash; false without a response. */
export async function failsIntegrity(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { cache: 'force-cache', signal: AbortSignal.timeout(3_000) });
    if (!answer.ok) return false;
    const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer());
    return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}` !== integrityOf(address);
  } catch {
    return false;
  }
}
