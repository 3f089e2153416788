// Without zod: it runs in the first script of every page.
import type { PublishedRemote } from './remotes';

/**
 * What a release's signature signs: itself without the signature, as JSON, in the order of its fields. `JSON.parse` keeps
 * that order and a zod schema does not: what a schema answered cannot be checked any more.
 */
export const signedText = ({ signature: _signature, ...release }: PublishedRemote): string =>
  JSON.stringify(release);
