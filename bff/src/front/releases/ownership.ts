import type { Widget } from '@bank/contracts/partners';
import type { Site } from '@bank/contracts/remotes';
import type { LiveRelease } from './live-releases.service';
import type { ReleaseFrames } from './release-frames';

/** What a release would own: the addresses of its routes, and the widgets of its frames. */
export interface Claims {
  routes: { path: string; aliases?: string[] | undefined; hosts: Site[] }[];
  frames?: Pick<ReleaseFrames, 'widgets'> | undefined;
}

interface Taken {
  kind: 'route' | 'widget';
  claimed: string;
  owner: string;
}

/**
 * The claims of a release that another remote already owns.
 * @param others the releases of other remotes that are live or on trial: a page would give what two claim to one of them
 */
export function takenOf({ routes, frames }: Claims, others: LiveRelease[]): Taken[] {
  const takenRoutes = routes.flatMap(({ path, aliases = [], hosts }) =>
    [path, ...aliases].flatMap((claimed) => {
      const owner = others.find(({ remote }) => ownsRoute(remote, claimed, hosts));
      return owner ? [{ kind: 'route' as const, claimed, owner: owner.remote.name }] : [];
    }),
  );
  const takenWidgets = (Object.keys(frames?.widgets ?? {}) as Widget[]).flatMap((claimed) => {
    const owner = others.find((other) => other.frames?.widgets[claimed]);
    return owner ? [{ kind: 'widget' as const, claimed, owner: owner.remote.name }] : [];
  });
  return [...takenRoutes, ...takenWidgets];
}

const ownsRoute = (remote: LiveRelease['remote'], pattern: string, on: Site[]): boolean =>
  remote.routes.some(
    (route) =>
      route.hosts.some((site) => on.includes(site)) &&
      [route.path, ...route.aliases].some((own) => overlap(own, pattern)),
  );

/** Whether an address matches both patterns: a `:segment` is any segment. */
function overlap(one: string, other: string): boolean {
  const [parts, others] = [segments(one), segments(other)];
  const isAny = (part = '') => part.startsWith(':');
  return (
    parts.length === others.length &&
    parts.every((part, at) => part === others[at] || isAny(part) || isAny(others[at]))
  );
}

const segments = (pattern: string) => pattern.toLowerCase().split('/').filter(Boolean);
