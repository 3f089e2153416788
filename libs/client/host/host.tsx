import {
  type ComponentType,
  lazy,
  type ReactNode,
  StrictMode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Language } from '@bank/contracts/language';
import { hostStarted, previewPages } from '@bank/contracts/routes';
import { I18nProvider } from '@bank/i18n/provider';
import { useLanguage } from '@bank/i18n/language';
import { addVisitorIcons } from '@bank/ui/icon';
import { ToastProvider, useToast } from '@bank/ui/toast';
import { visitorIcons } from '@bank/ui/visitor-icons';
import { onSessionRefused } from '../http/api';
import { config, homePathOf } from '../http/config';
import { QueriesProvider } from '../http/page-queries';
import { Navigate, Route, Routes, useLocation } from '../hooks/router';
import { useIdle } from '../hooks/use-idle';
import { useClientTexts } from '../locales/texts';
import { isTrusted } from '../remotes/file-integrity';
import { type OwnedRoute, routeAt, usePublished } from '../remotes/published';
import { refreshRegistry } from '../remotes/registry';
import { reportShell } from '../remotes/remote-reports';
import { RemoteView } from '../remotes/remote-view';
import { takenOver } from '../remotes/typed-before';
import { useSignInRedirect } from '../session/destination';
import { belongsTo, PageSession, SessionProvider, useSession } from '../session/session';
import { LatePart } from './late-part';
import { loadInside } from './load-inside';
import { RemovalBoundary } from './removal-boundary';
import { NotFoundPage, RemoteLoading, RemoteStub, StaffOnlyPage, UnreachablePage } from './host-pages';

/** What a host draws around its remotes. It gets the route that is shown, to choose a frame by its audience. */
export type HostLayout = ComponentType<{ route: OwnedRoute | undefined; children: ReactNode }>;

/** A page of the shell itself, which no remote provides. */
export interface HostPage {
  path: string;
  title: Record<Language, string>;
  element: ReactNode;
}

const brand = 'Bank PCS';

addVisitorIcons(visitorIcons);

/** The page to which a person with a temporary password is redirected. */
const passwordPage = '/change-password';

/** The page to which an administrator is redirected who has yet to use a second factor. */
const factorPage = `${homePathOf[config.site]}/settings`;

interface HostProps {
  Layout: HostLayout;
  ownPage?: HostPage | undefined;
  /** The router, which differs between the browser and the build. */
  within: (content: ReactNode) => ReactNode;
}

/** Everything that a shell shows. The build renders the same tree, so that a page can take over its HTML. */
export function HostTree({ Layout, ownPage, within }: HostProps) {
  return (
    <StrictMode>
      <I18nProvider>
        <QueriesProvider>
          <ToastProvider>
            {within(
              <SessionProvider>
                <Host Layout={Layout} ownPage={ownPage} />
              </SessionProvider>,
            )}
          </ToastProvider>
        </QueriesProvider>
      </I18nProvider>
    </StrictMode>
  );
}

function Host({ Layout, ownPage }: Omit<HostProps, 'within'>) {
  const opened = useShownRoute();
  const route = usePasswordFirst(opened);
  const toSignIn = useSignInRedirect();
  const { state } = useSession();
  const isSignedIn = state === 'signed-in';
  const onExpired = useSessionNotice(isSignedIn, opened && opened.audience !== 'public');
  useDocumentTitle(route, ownPage);
  useEffect(() => {
    Object.assign(window, { [hostStarted]: true });
    reportShell('shown');
  }, []);
  return (
    <RemovalBoundary>
      <Layout route={route}>
        <IdleParts />
        <Routes>
          {previewRoute}
          {opened &&
            [opened.path, ...opened.aliases].map((path) => (
              <Route
                key={path}
                path={path}
                element={<OwnedPage route={route ?? opened} toSignIn={toSignIn} />}
              />
            ))}
          {routeAt('/') ? null : (
            <Route path="/" element={<Navigate to={homePathOf[config.site]} replace />} />
          )}
          {ownPage && <Route path={ownPage.path} element={ownPage.element} />}
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Layout>
      <LatePart isNeeded={isSignedIn} load={loadIdleGuard} props={{ onExpired }} />
      <LatePart isNeeded={hasOverrides} load={loadOverrides} />
      <LatePart isNeeded={isSignedIn} load={loadLive} />
      <LatePart isNeeded={isSignedIn} load={loadParts} />
    </RemovalBoundary>
  );
}

/** Eleven days, ms, less than the most of a browser's timer: a person who was away reads it on coming back. */
const untilDismissed = 1e9;

/**
 * Why the sign-in page is shown, to whom was signed in, until they are again; of a session that had ended before the page was
 * opened, where the page is a person's own. Returns what reports the idle time's end.
 */
function useSessionNotice(isSignedIn: boolean, isOwnPage: boolean | undefined) {
  const { show, dismiss } = useToast();
  const { t } = useClientTexts();
  const shown = useRef(0);
  const explain = useCallback(
    (message: string) => {
      shown.current = show({ type: 'info', message, duration: untilDismissed });
    },
    [show],
  );
  useEffect(() => {
    if (isSignedIn) dismiss(shown.current);
    if (isSignedIn || isOwnPage) return onSessionRefused(() => explain(t('session.ended')));
  }, [isSignedIn, isOwnPage, dismiss, explain, t]);
  return useCallback(() => explain(t('idle.expired')), [explain, t]);
}

/**
 * What is loaded once the page is idle: a visitor's parts for after signing in (who needs them after a failure loads them again),
 * and the offline copy. A component of its own: while React takes over a page, rendering its routes again would hydrate all of a
 * remote in one task, not in slices between which a slow phone answers.
 */
function IdleParts() {
  const { state } = useSession();
  const isIdle = useIdle();
  useEffect(() => {
    const begin = config.prerendered ? takenOver : Promise.resolve();
    if (isIdle) begin.then(loadInside).catch(() => undefined);
  }, [isIdle]);
  const isWanted = state === 'unreachable' || (state === 'signed-in' && isIdle);
  return hasOfflineCopy && isWanted ? <LatePart load={loadOfflineCopy} /> : null;
}

/** The customer site shows what it keeps once the page is idle, or at once when the server cannot be reached. */
const hasOfflineCopy = config.site === 'shell';
const loadOfflineCopy = async () => (await import('../offline/offline-copy')).OfflineCopy;

/** With the first session, since visitors' calls ask nothing. */
const loadParts = async () =>
  (await import(/* webpackChunkName: "signed-in" */ './signed-in-parts')).SignedInParts;

const loadIdleGuard = async () =>
  (await import(/* webpackChunkName: "signed-in" */ '../session/idle-guard')).IdleGuard;

const loadLive = async () =>
  (await import(/* webpackChunkName: "inside" */ './live-connection')).LiveConnection;

/** Whether this browser shows other code than others, or is asked to. */
const hasOverrides = Boolean(config.local_remote_request ?? config.local_overrides ?? config.preview);
const loadOverrides = async () => (await import('../remotes/overrides')).Overrides;

const AskPreview = lazy(async () => ({
  default: (await import('./preview-page')).ConfirmPreviewPage,
}));
const TakePreview = lazy(async () => ({
  default: (await import('./preview-page')).RedeemPreviewPage,
}));

/**
 * The shell's own preview pages, independent of any remote: confirmed in the back-office, redeemed on the
 * customer site.
 */
const previewRoute =
  config.site === 'back-office' ? (
    <Route path={`${previewPages.ask}/:remote/:version`} element={lately(<AskPreview />)} />
  ) : (
    <Route path={previewPages.take} element={lately(<TakePreview />)} />
  );

/** Whether the address is that page's. */
function useIsPreview() {
  const own = previewPages[config.site === 'back-office' ? 'ask' : 'take'];
  const { pathname } = useLocation();
  return pathname === own || pathname.startsWith(`${own}/`);
}

function lately(page: ReactNode) {
  return <Suspense fallback={<RemoteLoading />}>{page}</Suspense>;
}

/**
 * The route of the current URL. An open page stays the same until the next navigation, whatever the registry
 * has become.
 */
function useShownRoute(): OwnedRoute | undefined {
  const { pathname } = useLocation();
  usePublished();
  const [shown, setShown] = useState({ pathname, route: routeAt(pathname) });
  const route = shown.pathname === pathname && shown.route ? shown.route : routeAt(pathname);
  if (shown.pathname !== pathname || shown.route !== route) setShown({ pathname, route });
  useEffect(() => void refreshRegistry(), [pathname]);
  return route;
}

/** The page that is shown in place of a person's own while their password is one that an administrator set. */
function usePasswordFirst(opened: OwnedRoute | undefined): OwnedRoute | undefined {
  const { user } = useSession();
  const mustChange = user?.must_change_password && opened && opened.audience !== 'public';
  return mustChange ? (routeAt(passwordPage) ?? opened) : opened;
}

/** A remote's page behind the guard of its audience. The server guards its data by itself. */
function OwnedPage({ route, toSignIn }: { route: OwnedRoute; toSignIn: string }) {
  const { state, user } = useSession();
  const { pathname } = useLocation();
  if (route.audience !== 'public') {
    if (state === 'signed-out') return <Navigate to={toSignIn} replace />;
    if (state === 'unreachable') return <UnreachablePage />;
    if (state === 'loading') return <RemoteLoading />;
    if (!belongsTo(route.audience, user?.role)) return <StaffOnlyPage />;
    if (user?.second_factor_required && route.path !== factorPage) {
      return <Navigate to={`${factorPage}?tab=security`} replace />;
    }
  }
  return (
    <PageSession page={pathname}>
      <RemoteView
        remote={route.remote}
        kind="pages"
        name={route.page}
        loading={<RemoteLoading />}
        stub={(retry) => <RemoteStub onRetry={retry} />}
      />
    </PageSession>
  );
}

function useDocumentTitle(route: OwnedRoute | undefined, ownPage: HostPage | undefined) {
  const language = useLanguage();
  const { pathname } = useLocation();
  const { t } = useClientTexts();
  // A refused remote cannot show any content.
  const named = route && isTrusted(route.remote) ? route.title[language] : brand;
  const isPreview = useIsPreview();
  const own = ownPage?.path === pathname ? ownPage.title[language] : t('not_found.title');
  const title = isPreview ? t('preview.label') : route ? named : own;
  useEffect(() => {
    document.title = title && title !== brand ? `${title} · ${brand}` : brand;
  }, [title]);
}
