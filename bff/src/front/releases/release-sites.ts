import { isSite, type PublishedRemote, type Site } from '@bank/contracts/remotes';
import type { BuiltManifest } from './built-manifest';

/** The parts of a remote's statement that sites show; the statement of a shell has none. */
export type Shown = Pick<PublishedRemote, 'name'> &
  Partial<Pick<PublishedRemote, 'routes' | 'nav' | 'slots'>>;

/** The sites that show a part of a release, or the site of a shell; parts for administrators belong to the back-office. */
export function sitesOf({ name, routes = [], nav = [], slots = [] }: Shown): Site[] {
  if (isSite(name)) return [name];
  const sites = new Set([...routes, ...nav, ...slots].flatMap(({ hosts }) => hosts));
  if ([...routes, ...slots].some(({ audience }) => audience === 'administrator')) sites.add('back-office');
  return [...sites].sort();
}

/** As `sitesOf` for a build, including sites that it declares and does not use. */
export function sitesOfBuild(manifest: BuiltManifest): Site[] {
  const { audience, hosts } = manifest;
  const parts = [...manifest.routes, ...manifest.slots, ...manifest.nav];
  const audiences = [audience, ...[...manifest.routes, ...manifest.slots].map((part) => part.audience)];
  const sites = new Set([...hosts, ...parts.flatMap((part) => part.hosts ?? [])]);
  if (audiences.includes('administrator')) sites.add('back-office');
  return [...sites].sort();
}

/** The first route of a release on a site that has no parameter; the start page for a shell. */
export const firstPathOn = ({ routes = [] }: Shown, site: Site): string =>
  routes.find(({ hosts, path }) => hosts.includes(site) && !path.includes(':'))?.path ?? '/';
