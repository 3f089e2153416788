import type { PublishedRemote, PublishedRoute, Registry, Site } from '@bank/contracts/remotes';
import { routeFor } from '@bank/contracts/routes';

/** A route of a site, and the remote that owns it. */
export interface Owned {
  remote: PublishedRemote;
  route: PublishedRoute;
}

/** The route that a path opens on a site, if any. */
export function find(registry: Registry, site: Site, pathname: string): Owned | undefined {
  for (const remote of registry.remotes) {
    const onSite = remote.routes.filter(({ hosts }) => hosts.includes(site));
    const route = routeFor(onSite, pathname);
    if (route) return { remote, route };
  }
  return undefined;
}

/** Whether a site shows a part of a remote. */
export const servesOn = ({ routes, nav, slots }: PublishedRemote, site: Site): boolean =>
  [...routes, ...nav, ...slots].some(({ hosts }) => hosts.includes(site));
