import type {
  PublishedNavEntry,
  PublishedRemote,
  PublishedRoute,
  PublishedSlot,
} from '@bank/contracts/remotes';
import { routeFor } from '@bank/contracts/routes';
import { config } from './config';

const here = <T extends { hosts: string[] }>({ hosts }: T) => hosts.includes(config.site);
const byOrder = <T extends { order: number }>(left: T, right: T) => left.order - right.order;
const { remotes } = config.registry;

export interface OwnedRoute extends PublishedRoute {
  remote: PublishedRemote;
}

/** Every route that a remote declares for this site. */
export const routes: OwnedRoute[] = remotes.flatMap((remote) =>
  remote.routes.filter(here).map((route) => ({ ...route, remote })),
);

/** This site's nav entries of one group, in the order that the remotes declare. */
export const navEntries = (group: PublishedNavEntry['group']): PublishedNavEntry[] =>
  remotes
    .flatMap((remote) => remote.nav)
    .filter((entry) => entry.group === group && here(entry))
    .sort(byOrder);

/** What the remotes contribute to one slot of this site, in their order. */
export const contributions = (slot: string): { remote: PublishedRemote; contribution: PublishedSlot }[] =>
  remotes
    .flatMap((remote) => remote.slots.map((contribution) => ({ remote, contribution })))
    .filter(({ contribution }) => contribution.slot === slot && here(contribution))
    .sort((left, right) => byOrder(left.contribution, right.contribution));

/** The route that a path of this site opens. */
export const routeAt = (pathname: string): OwnedRoute | undefined => routeFor(routes, pathname);
