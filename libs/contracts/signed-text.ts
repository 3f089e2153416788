// Without zod: it runs in the first script of every page.
import type { PublishedRemote, Registry } from './remotes';

/**
 * What a release's signature signs: itself without the signature, as JSON, in the order of its fields. `JSON.parse` keeps
 * that order and a zod schema does not: what a schema answered cannot be checked any more.
 */
export const signedText = ({ signature: _signature, ...release }: PublishedRemote): string =>
  JSON.stringify(release);

/**
 * What a registry's signature signs: its sequence and the versions that it names, in their order. The content of each
 * version is signed by itself.
 */
export const registryText = ({ remotes, sequence }: Omit<Registry, 'signature'>): string =>
  JSON.stringify({ sequence, versions: remotes.map(({ name, version }) => `${name}@${version}`) });
