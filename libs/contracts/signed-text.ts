// Without zod: it runs in the first script of every page.
import type { PublishedRemote, Registry } from './remotes';

/**
 * The signed text of a release: itself without the signature, as JSON, in the order of its fields. `JSON.parse` keeps
 * that order but a zod schema does not, so the output of a schema cannot be verified.
 */
export const signedText = ({ signature: _signature, ...release }: PublishedRemote): string =>
  JSON.stringify(release);

/**
 * The signed text of a registry: its sequence and its versions, in their order. The content of each version has its own
 * signature.
 */
export const registryText = ({ remotes, sequence }: Omit<Registry, 'signature'>): string =>
  JSON.stringify({ sequence, versions: remotes.map(({ name, version }) => `${name}@${version}`) });
