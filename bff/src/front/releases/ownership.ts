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

/** The segments of an address. */
type Pattern = string[];

interface Owned {
  owner: string;
  hosts: Site[];
  pattern: Pattern;
}

/**
 * The claims of a release that another remote already owns.
 * @param others the releases of other remotes that are live or on trial: a page would give what two claim to one of them
 */
export function takenOf({ routes, frames }: Claims, others: LiveRelease[]): Taken[] {
  const owned = others.flatMap(({ remote }) => ownedBy(remote));
  const takenRoutes = routes.flatMap(({ path, aliases = [], hosts }) =>
    [path, ...aliases].flatMap((claimed) => {
      const pattern = segments(claimed);
      const taken = owned.find((own) => overlap(own.pattern, pattern) && isShared(own.hosts, hosts));
      return taken ? [{ kind: 'route' as const, claimed, owner: taken.owner }] : [];
    }),
  );
  const takenWidgets = (Object.keys(frames?.widgets ?? {}) as Widget[]).flatMap((claimed) => {
    const owner = others.find((other) => other.frames?.widgets[claimed]);
    return owner ? [{ kind: 'widget' as const, claimed, owner: owner.remote.name }] : [];
  });
  return [...takenRoutes, ...takenWidgets];
}

const ownedBy = ({ name, routes }: LiveRelease['remote']): Owned[] =>
  routes.flatMap(({ path, aliases, hosts }) =>
    [path, ...aliases].map((each) => ({ owner: name, hosts, pattern: segments(each) })),
  );

const isShared = (one: Site[], other: Site[]) => one.some((site) => other.includes(site));

/** Whether an address matches both patterns: a `:segment` is any segment. */
function overlap(one: Pattern, other: Pattern): boolean {
  const isAny = (part = '') => part.startsWith(':');
  return (
    one.length === other.length &&
    one.every((part, at) => part === other[at] || isAny(part) || isAny(other[at]))
  );
}

const segments = (address: string): Pattern => address.toLowerCase().split('/').filter(Boolean);
