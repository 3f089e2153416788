// Without zod: these run in the first script of every page.

/** The id of the data block in which the bff writes the configuration into a host document. */
export const hostConfigElement = 'bank-config';

/** The route that a path opens, by its own path or an alias. A `:segment` matches any one segment. */
export function routeFor<T extends { path: string; aliases: string[] }>(
  routes: T[],
  pathname: string,
): T | undefined {
  const wanted = segments(pathname);
  const matches = (pattern: string) => {
    const parts = segments(pattern);
    return (
      parts.length === wanted.length && parts.every((part, at) => part.startsWith(':') || part === wanted[at])
    );
  };
  return routes.find((route) => [route.path, ...route.aliases].some(matches));
}

const segments = (pathname: string) => pathname.split('/').filter(Boolean);

/** On a reading call that a page makes by itself: it does not count as the person's activity. */
export const passiveHeader = 'X-Passive';

/** What an address of a shell asks with, before a remote's name: `?remote.cards=http://localhost:4103`. */
export const localRemotePrefix = 'remote.';

/** The query of an address without what it asks of a remote. */
export function withoutLocalRemote(search: string, remote: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(localRemotePrefix + remote);
  return parameters.size > 0 ? `?${parameters}` : '';
}

/** Where an application from a partner's page goes on, on the customer site. */
export const continuePath = '/continue';
/** The shells' own pages of previews: where an administrator is asked, and where the customer site takes their code. */
export const previewPages = { ask: '/admin/preview', take: '/preview' } as const;

/** The address in the back-office at which a release is previewed. */
export const previewPath = (remote: string, version: string) => `${previewPages.ask}/${remote}/${version}`;
