// Without zod: it runs in the first script of every page.
import type { PublishedRemote } from './remotes';

/** What a release's signature signs: itself without the signature, as JSON, whose order parsing keeps. */
export const signedText = ({ signature: _signature, ...release }: PublishedRemote): string =>
  JSON.stringify(release);
