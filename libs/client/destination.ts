import { config, homeOf } from './config';
import { useLocation, useSearchParams } from './router';

const parameter = 'from';
const signIn = '/login';

/** The sign-in page's address, with the page to come back to. */
export function useSignInRedirect(): string {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return here === '/' || here === homeOf[config.site]
    ? signIn
    : `${signIn}?${parameter}=${encodeURIComponent(here)}`;
}

/** Where a person goes after signing in: back to where they were, or the site's home. */
export const useDestination = (): string => useOrigin() ?? homeOf[config.site];

/** The page of this site that the address names as the one to come back to, if any. */
export function useOrigin(): string | undefined {
  const [parameters] = useSearchParams();
  const wanted = parameters.get(parameter);
  return wanted && isOwnPath(wanted) ? wanted : undefined;
}

/** Refuses an address of another site, however it is spelt: `//evil.example`, `/\evil.example`, `https:…`. */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/')) return false;
  try {
    return new URL(path, location.origin).origin === location.origin;
  } catch {
    return false;
  }
}
