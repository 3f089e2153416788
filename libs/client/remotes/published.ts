import { useSyncExternalStore } from 'react';
import type {
  PublishedNavEntry,
  PublishedRemote,
  PublishedRoute,
  PublishedSlot,
} from '@bank/contracts/remotes';
import { routeFor } from '@bank/contracts/routes';
import { config } from '../http/config';
import { mayDo, useSession } from '../session/session';

export interface OwnedRoute extends PublishedRoute {
  remote: PublishedRemote;
}

/**
 * The registry as this page knows it. Only trusted remotes are shown; a notice takes the place of the others.
 */
export interface Published {
  trusted: PublishedRemote[];
  refused: PublishedRemote[];
}

let published: Published = { trusted: [], refused: [] };
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The registry that the page has now. */
export const currentlyPublished = () => published;

/** Replaces the page's registry and notifies its subscribers. */
export function publish(next: Published) {
  published = next;
  listeners.forEach((listener) => listener());
}

/** Draws a component again when the registry changes. */
export const usePublished = () => useSyncExternalStore(subscribe, currentlyPublished, currentlyPublished);

/** The version of a remote that is to be shown now. */
export const currentVersion = (name: string) => published.trusted.find((remote) => remote.name === name);

const here = <T extends { hosts: string[] }>({ hosts }: T) => hosts.includes(config.site);
const byOrder = <T extends { order: number }>(left: T, right: T) => left.order - right.order;

/** The route of a path: the first remote that claims the path, refused remotes last. */
export function routeAt(pathname: string): OwnedRoute | undefined {
  const routes = [...published.trusted, ...published.refused].flatMap((remote) =>
    remote.routes.filter(here).map((route) => ({ ...route, remote })),
  );
  return routeFor(routes, pathname);
}

/** This site's nav entries of one group that the person may open, in the remotes' order; one for each place. */
export function useNavEntries(group: PublishedNavEntry['group']): PublishedNavEntry[] {
  const { user } = useSession();
  const isOpen = ({ permission }: PublishedNavEntry) =>
    permission === undefined || mayDo(user, 'read', permission);
  const entries = usePublished()
    .trusted.flatMap(({ nav }) => nav)
    .filter((entry) => entry.group === group && here(entry) && isOpen(entry));
  return entries
    .filter(({ path }, at) => entries.findIndex((other) => other.path === path) === at)
    .sort(byOrder);
}

interface Contribution {
  remote: PublishedRemote;
  contribution: PublishedSlot;
}

/** The remotes' contributions to one slot of this site, in their order. */
export const useContributions = (slot: string): Contribution[] =>
  usePublished()
    .trusted.flatMap((remote) => remote.slots.map((contribution) => ({ remote, contribution })))
    .filter(({ contribution }) => contribution.slot === slot && here(contribution))
    .sort((left, right) => byOrder(left.contribution, right.contribution));
