import { config, homePathOf } from '../http/config';
import { useLocation, useSearchParams } from '../hooks/router';

const parameter = 'from';
const signIn = '/login';

/** The sign-in page's address, with the page to return to. */
export function useSignInRedirect(): string {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return here === '/' || here === homePathOf[config.site]
    ? signIn
    : `${signIn}?${parameter}=${encodeURIComponent(here)}`;
}

/** The page after signing in: the page to return to, or the site's home. */
export const useDestination = (): string => useReturnPath() ?? homePathOf[config.site];

/** The page to return to, as far as it is one of this site. */
export function useReturnPath(): string | undefined {
  const [parameters] = useSearchParams();
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
