import {
  Children,
  type ComponentProps,
  createContext,
  isValidElement,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { matchPath } from '@bank/contracts/routes';

// The router of shells and remotes: what their screens use of one, since it is in the first script of every page. Paths are
// matched as the server matches them.

/** The address of the page. */
export interface Location {
  pathname: string;
  /** With its `?`, or empty; the hash likewise. */
  search: string;
  hash: string;
  /** The state that the navigation passed. */
  state: unknown;
  /** Another one after each navigation; `default` on the page that was opened first. */
  key: string;
}

/** An address within the site: a path, a query or a hash, or those parts. Without a path it is of the current page. */
export type To = string | { pathname?: string; search?: string; hash?: string };

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
}

interface Entry {
  key: string;
  state: unknown;
}

const firstKey = 'default';

const entryNow = () => history.state as Partial<Entry> | null;

const locationNow = (): Location => {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, state: entryNow()?.state ?? null, key: entryNow()?.key ?? firstKey };
};

const ofBuild = (pathname: string): Location => ({
  pathname,
  search: '',
  hash: '',
  state: null,
  key: firstKey,
});

/** Another one after each navigation. */
const visitNow = () => `${entryNow()?.key} ${window.location.href}`;

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

/** The path of the page at build, where there is no address. */
const BuildPath = createContext<string | undefined>(undefined);

/** The present location; the component renders again with every visit. */
export function useLocation(): Location {
  const path = useContext(BuildPath);
  const visit = useSyncExternalStore(subscribe, visitNow, () => path ?? visitNow());
  return useMemo(() => (visit === path ? ofBuild(path) : locationNow()), [visit, path]);
}

/** The result of `read` for the page's path. The component renders again only when the result changes; `read` must be pure. */
export function usePathname<Result extends string | boolean>(read: (pathname: string) => Result): Result {
  const path = useContext(BuildPath);
  const readNow = () => read(window.location.pathname);
  return useSyncExternalStore(subscribe, readNow, () => (path === undefined ? readNow() : read(path)));
}

function hrefOf(to: To, current: string): string {
  if (typeof to === 'string') return /^[?#]|^$/.test(to) ? current + to : to;
  const { pathname = current, search = '', hash = '' } = to;
  return pathname + search + hash;
}

function go(href: string, { replace = false, state = null }: NavigateOptions = {}) {
  const entry: Entry = { key: Math.random().toString(36).slice(2), state };
  const { pathname } = window.location;
  history[replace ? 'replaceState' : 'pushState'](entry, '', href);
  listeners.forEach((listener) => listener());
  // Another page is read from its top; back and forward keep the place that the browser remembers.
  if (window.location.pathname !== pathname) scrollTo({ top: 0, behavior: 'instant' });
}

/** Goes to an address, or by so many pages of the browser's history. The same function for good. */
export const useNavigate = () => navigate;

function navigate(to: To | number, options?: NavigateOptions): Promise<void> {
  if (typeof to === 'number') history.go(to);
  else go(hrefOf(to, window.location.pathname), options);
  return Promise.resolve();
}

type SearchInit = URLSearchParams | Record<string, string>;

/** The query of the address, and how to replace it; a function gets the query as it is shown. */
export function useSearchParams() {
  const { search } = useLocation();
  return useMemo(() => {
    const shown = new URLSearchParams(search);
    const change = (
      next: SearchInit | ((shown: URLSearchParams) => SearchInit),
      options?: NavigateOptions,
    ) => {
      const written = new URLSearchParams(typeof next === 'function' ? next(shown) : next);
      void navigate({ search: written.size > 0 ? `?${written}` : '' }, options);
    };
    return [shown, change] as const;
  }, [search]);
}

type Params = Readonly<Record<string, string | undefined>>;

const MatchedParams = createContext<Params>({});

/** The values of the `:segments` of the matched path. */
export const useParams = (): Params => useContext(MatchedParams);

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  to: To;
}

/** A link within the site. A click with a modifier, or for another window, stays the browser's. */
export function Link({ to, replace = false, state, onClick, target, children, ...rest }: LinkProps) {
  // Most links are the same on each page, and a move renders none of those again.
  const href = usePathname((pathname) => hrefOf(to, pathname));
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const isOfBrowser = isModified || event.button !== 0 || (target !== undefined && target !== '_self');
    if (event.defaultPrevented || isOfBrowser) return;
    event.preventDefault();
    // The page that is shown is no second time in the browser's history.
    const isShown = event.currentTarget.href === window.location.href;
    go(href, { replace: replace || isShown, state });
  };
  return (
    <a {...rest} href={href} target={target} onClick={follow}>
      {children}
    </a>
  );
}

/** Navigates to another address as soon as it is rendered. */
export function Navigate({ to, replace, state }: NavigateOptions & { to: string }) {
  useEffect(() => go(to, { replace, state }), [to, replace, state]);
  return null;
}

export interface RouteProps {
  /** `:segment` matches any one segment, `*` every path. */
  path: string;
  element: ReactNode;
}

/** A child of `Routes`, which shows its element where the path matches. */
export const Route = (_: RouteProps): ReactNode => null;

/** Shows the first of its routes that the address matches. */
export function Routes({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  for (const route of Children.toArray(children)) {
    if (!isValidElement<RouteProps>(route)) continue;
    const { path, element } = route.props;
    const params = path === '*' ? {} : matchPath(path, pathname);
    if (params) return <MatchedParams value={decoded(params)}>{element}</MatchedParams>;
  }
  return null;
}

const decoded = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodedText(value)]));

/** An address may be typed by hand. */
function decodedText(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Provides the router; `at` is the path of a page that the build renders. */
export const BrowserRouter = ({ children, at }: { children: ReactNode; at?: string }) => (
  <BuildPath value={at}>{children}</BuildPath>
);
