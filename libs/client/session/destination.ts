import { config, homePathOf } from '../http/config';
import { useLocation, useSearchParams } from '../hooks/router';

const parameter = 'from';
export const signInPath = '/login';

/** The sign-in page's address, with the page to return to. */
export function useSignInRedirect(): string {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return here === '/' || here === homePathOf[config.site]
    ? signInPath
    : `${signInPath}?${parameter}=${encodeURIComponent(here)}`;
}

/** The page after signing in: the page to return to, or the site's home. */
export const useDestination = (): string => destinationOf(useSearchParams()[0]);

/** The same, of a sign-in page's query. */
export const destinationOf = (query: URLSearchParams): string =>
  returnPathOf(query) ?? homePathOf[config.site];

/** The page to return to, as far as it is one of this site. */
export const useReturnPath = (): string | undefined => returnPathOf(useSearchParams()[0]);

function returnPathOf(parameters: URLSearchParams): string | undefined {
  const wanted = parameters.get(parameter);
  return wanted && isSameOriginPath(wanted) ? wanted : undefined;
}

/** Refuses an address of another site, however it is spelt: `//evil.example`, `/\evil.example`, `https:…`. */
export function isSameOriginPath(path: string): boolean {
  if (!path.startsWith('/')) return false;
  try {
    return new URL(path, location.origin).origin === location.origin;
  } catch {
    return false;
  }
}
