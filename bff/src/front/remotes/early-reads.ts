import type { PublishedRoute } from '@bank/contracts/remotes';
import { ownUser } from '@bank/contracts/routes';

/** The first reads of every page of a signed-in person. */
const ofEveryPage = [ownUser];

/** The addresses that a page reads first: data of the script `early-reading.ts`. */
export const firstReads = ({ reads = [] }: Pick<PublishedRoute, 'reads'>, apiBase: string): string[] =>
  [...ofEveryPage, ...reads].map((path) => apiBase + path);
