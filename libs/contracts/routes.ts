// Without zod: these run in the first script of every page.

/** The id of the data block in which the bff writes the configuration into a host document. */
export const hostConfigElement = 'bank-config';

/** The route that a path opens, by its own path or an alias. A `:segment` matches any one segment. */
export function routeFor<T extends { path: string; aliases: string[] }>(
  routes: T[],
  pathname: string,
): T | undefined {
  return routes.find((route) => [route.path, ...route.aliases].some((path) => matchPath(path, pathname)));
}

/** The values of the `:segments` of a path that matches a pattern, as they are written; undefined if it does not. */
export function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const parts = segments(pattern);
  const wanted = segments(pathname);
  const isMatch = (part: string, at: number) => part.startsWith(':') || part === wanted[at];
  if (parts.length !== wanted.length || !parts.every(isMatch)) return undefined;
  const named = parts.map((part, at) => [part, wanted[at] ?? ''] as const);
  return Object.fromEntries(
    named.filter(([part]) => part.startsWith(':')).map(([part, value]) => [part.slice(1), value]),
  );
}

const segments = (pathname: string) => pathname.split('/').filter(Boolean);

/** The header of a background call, which does not count as user activity. */
export const passiveHeader = 'X-Passive';

/** The prefix of the query parameters that request a local remote: `?remote.cards=http://localhost:4103`. */
export const localRemotePrefix = 'remote.';

/** The query of an address without requests for local remotes. */
export function withoutLocalRemote(search: string, remote: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(localRemotePrefix + remote);
  return parameters.size > 0 ? `?${parameters}` : '';
}

/** The page of the customer site on which an application from a partner's page continues. */
export const continuePath = '/continue';

/** The customer's page of what a partner's page asks to be paid; its frame posts it there. */
export const payPath = '/dashboard/pay';

/** The design system and the stories of remotes, in the back-office. */
export const galleryPath = '/admin/gallery';

/** The same on the customer site, by the parameter of its link for who has no cookie yet. */
export const customerGallery = { path: '/_ui', pass: 'pass' } as const;

/**
 * The shells' own preview pages: the administrator's confirmation, and the customer site's page that redeems the code.
 */
export const previewPages = { ask: '/admin/preview', take: '/preview' } as const;

/** The address in the back-office for previewing a release. */
export const previewPath = (remote: string, version: string) => `${previewPages.ask}/${remote}/${version}`;

/** The routes by which a script takes over the session that a form opened without one, and by which a form ends it. */
export const waitingSession = { take: '/session/take', end: '/session/end' } as const;

/** The global variable with the button that was pressed on a prerendered page before its script ran. */
export const pressedBefore = 'bankPressed';

/** The buttons of prerendered pages that do nothing without the script. */
export const scriptedButtons = '.needs-script button, button.needs-script';

/** The global variable that is set once a shell has shown its first view, or was reported because it did not. */
export const hostStarted = 'bankStarted';

/** Below the API's address: the signed-in user. */
export const ownUser = '/auth/me';

/** The global variable with what a document asked for before its script ran. */
export const earlyReads = 'bankReads';

/** The page of the bank's public state, whose document the server fills. */
export const statusPath = '/status';

/** The id of its element with the state, as data and in words. */
export const statusElement = 'bank-status';
