import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { QueryClientContext } from '@tanstack/react-query';
import type { Session } from '@bank/contracts/auth';
import type { Act, Role } from '@bank/contracts/permissions';
import type { Audience } from '@bank/contracts/remotes';
import { ownUser } from '@bank/contracts/routes';
import type { User } from '@bank/contracts/users';
import { api, onRightsRefused, withoutActivity } from '../http/api';
import { storedUser } from '../http/identity';
import { clearDrafts, preserveDrafts } from './draft';
import { loadQueries } from '../http/load-queries';
import { usePageQueries } from '../http/page-queries';
import { clearPersonalStorage, clearVisitorsStorage } from './personal-storage';
import { closePushMessages, stopPush } from './push-messages';
import { clearTokens, onTokens, readTokens, writeTokens } from '../http/tokens';

/** `unreachable`: there are tokens, but the server cannot be reached to identify the user. */
export type SessionState = 'loading' | 'signed-out' | 'signed-in' | 'unreachable';

interface SessionContext {
  state: SessionState;
  user: User | undefined;
  /** Starts the session returned by a sign-in or sign-up; of another person who was signed in, nothing stays in the browser. */
  start: (session: Session) => void;
  /** Ends the session on the server and in every tab, within seconds even when the server is unreachable. */
  signOut: () => Promise<void>;
  retry: () => void;
  /** Why the session could not be identified. */
  failure: unknown;
}

const Context = createContext<SessionContext | undefined>(undefined);

/** The key of the query of who is signed in. */
export const currentUser = ['@bank/client', 'me'];

/** Provides the session, in sync with other tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useContext(QueryClientContext);
  const hasTokens = useSyncExternalStore(
    onTokens,
    () => readTokens() !== undefined,
    () => false,
  );
  const [begunBy, setBegunBy] = useState<User>();
  if (begunBy && !hasTokens) setBegunBy(undefined);
  const { user, isError, error, refetch } = useCurrentUser(hasTokens, begunBy);

  const onSignedOut = useEffectEvent(() => {
    queries?.clear();
    preserveDrafts();
    clearPersonalStorage();
  });
  useEffect(() => {
    if (hasTokens) {
      clearVisitorsStorage();
      return clearVisitorsStorage;
    }
    // A page that takes over prerendered HTML begins signed out, whatever is stored.
    if (!readTokens()) onSignedOut();
  }, [hasTokens]);

  const start = useCallback(
    (session: Session) => {
      // It replaces another person's, whom nothing in this browser may outlive; the bank may not have named them yet.
      if (readTokens() && storedUser() !== `${session.user.id}`) {
        forgetPerson();
        stopPush();
      }
      queries?.clear();
      queries?.setQueryData(currentUser, session.user);
      setBegunBy(session.user);
      writeTokens(session);
    },
    [queries],
  );

  const signOut = useCallback(async () => {
    forgetPerson();
    // Closing the page before the server's answer signs this browser out as well.
    addEventListener('pagehide', clearTokens);
    if (!(await isEnded())) stopPush();
    removeEventListener('pagehide', clearTokens);
    clearTokens();
  }, []);

  useEffect(
    () =>
      onRightsRefused(() => {
        if (readTokens()) void withoutActivity(() => refetch({ cancelRefetch: false }));
      }),
    [refetch],
  );
  const state = stateOf(hasTokens, user, isError);
  const value = useMemo(
    () => ({
      state,
      user: hasTokens ? user : undefined,
      start,
      signOut,
      retry: () => void refetch(),
      failure: error,
    }),
    [state, hasTokens, user, start, signOut, refetch, error],
  );
  return <Context value={value}>{children}</Context>;
}

/** Takes what a person left in this browser away, drafts and shown push messages included; not the tokens. */
export function forgetPerson(): void {
  clearDrafts();
  clearPersonalStorage();
  closePushMessages();
}

interface CurrentUser {
  user: User | undefined;
  isError: boolean;
  error: unknown;
  refetch: (options?: { cancelRefetch?: boolean }) => unknown;
}

/**
 * Who is signed in, as by `useQuery`, whose module a visitor's page has not loaded.
 * @param begunBy the person of the session that this page has begun
 */
function useCurrentUser(hasTokens: boolean, begunBy: User | undefined): CurrentUser {
  const client = useContext(QueryClientContext);
  const { Observer, batchCalls } = usePageQueries() ?? {};
  const [loadFailure, setLoadFailure] = useState<unknown>();
  const observer = useMemo(
    () => client && Observer && new Observer(client, { ...currentUserQuery, enabled: false }),
    [client, Observer],
  );
  const query = useMemo(
    () => ({ ...currentUserQuery, enabled: hasTokens, initialData: begunBy }),
    [hasTokens, begunBy],
  );
  useEffect(() => {
    if (hasTokens && !observer) loadQueries().catch(setLoadFailure);
  }, [hasTokens, observer]);
  const loadAgain = useCallback(() => {
    setLoadFailure(undefined);
    loadQueries().catch(setLoadFailure);
  }, []);
  useEffect(() => observer?.setOptions(query), [observer, query]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const stop = batchCalls && observer?.subscribe(batchCalls(listener));
      observer?.updateResult();
      return () => stop?.();
    },
    [observer, batchCalls],
  );
  const result = () => observer?.getCurrentResult();
  useSyncExternalStore(subscribe, result, result);
  if (!client || !observer)
    return { user: begunBy, isError: loadFailure !== undefined, error: loadFailure, refetch: loadAgain };
  const { data, isError, error } = observer.getOptimisticResult(client.defaultQueryOptions(query));
  return { user: data, isError, error, refetch: observer.refetch };
}

const currentUserQuery = {
  queryKey: currentUser,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<User>(ownUser, { signal }),
  staleTime: Infinity,
};

/**
 * The session for one page: what a member of staff might do when the page was opened stays offered there, so that a role
 * that is taken away removes no form in which they type. The server refuses the call, with the reason.
 */
export function PageSession({ page, children }: { page: string; children: ReactNode }) {
  const session = useSession();
  const now = session.user?.staff_permissions;
  const [opened, setOpened] = useState({ page, permissions: now });
  if (opened.page !== page) setOpened({ page, permissions: now });
  const { permissions } = opened;
  const value = useMemo(() => {
    if (!session.user || !now || !permissions || now === permissions) return session;
    const either = (act: Act) => [...new Set([...permissions[act], ...now[act]])];
    const staff_permissions = { read: either('read'), change: either('change') };
    return { ...session, user: { ...session.user, staff_permissions } };
  }, [session, now, permissions]);
  return <Context value={value}>{children}</Context>;
}

/** How long the server may take to end a session, ms; the browser then forgets it all the same. */
const endingMs = 4_000;

/** Has the server end the session; false when it is over already, or the server cannot be reached in time. */
async function isEnded(): Promise<boolean> {
  // Given up, or it would be repeated with the tokens of the session that begins next.
  const late = new AbortController();
  const { signal } = late;
  const timer = setTimeout(() => late.abort(), endingMs);
  try {
    // A refresh that it has to wait for is not given up with it.
    const ended = new Promise((_, reject) => signal.addEventListener('abort', reject));
    await Promise.race([api.post('/auth/logout', undefined, { signal }), ended]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function stateOf(hasTokens: boolean, user: User | undefined, isError: boolean): SessionState {
  if (!hasTokens) return 'signed-out';
  if (user) return 'signed-in';
  return isError ? 'unreachable' : 'loading';
}

/** The session of the page. */
export function useSession(): SessionContext {
  const context = useContext(Context);
  if (!context) throw new Error('useSession needs a SessionProvider above it');
  return context;
}

/** Whether a role (undefined: signed out) belongs to an audience. */
export function belongsTo(audience: Audience, role: Role | undefined): boolean {
  if (audience === 'public') return true;
  return audience === 'administrator' ? role === 'admin' : role !== undefined;
}

/** Whether an administrator's staff roles allow an act on what a permission names. An older server names no permissions. */
export const mayDo = (user: User | undefined, act: Act, permission: string): boolean =>
  user?.staff_permissions?.[act].includes(permission) ?? user?.role === 'admin';
