import {
  Component,
  createElement,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { QueryClientContext } from '@tanstack/react-query';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { FormMemory } from './form-memory';
import { RemoteContext } from './remote-context';
import {
  abandonLoading,
  loadComponent,
  type Loaded,
  LoadFailure,
  reloadComponent,
  type Wanted,
} from './remote-loader';
import { reportRemote } from './remote-reports';
import { reportRenderError } from './watch-errors';
import { restoreTyped } from './typed-before';
import { Waiting } from './waiting';
import { onTokens, readTokens } from '../http/tokens';

interface RemoteViewProps extends Wanted {
  remote: PublishedRemote;
  loading: ReactNode;
  /** Shown in place of a remote that is down, slow, invalid, refused, throws, or waits for what never comes. */
  stub: (retry: () => void) => ReactNode;
}

/**
 * Renders one component of a remote behind an error boundary; a retry loads it again without a page reload. A
 * mounted component keeps its version, whatever the registry has become: somebody may be typing.
 */
export const RemoteView = (props: RemoteViewProps) => (
  <MountedRemote key={`${props.remote.name} ${props.kind} ${props.name}`} {...props} />
);

function MountedRemote({ remote, kind, name, loading, stub }: RemoteViewProps) {
  const [mount, setMount] = useState(() => ({ attempt: 0, loaded: firstLoad(remote, { kind, name }) }));
  const [forms] = useState(() => new FormMemory());
  const reload = useReload(remote, { kind, name });
  useEffect(() => onTokens(() => readTokens() ?? forms.forget()), [forms]);
  const show = useCallback((loaded: Promise<Loaded>) => {
    setMount(({ attempt }) => ({ attempt: attempt + 1, loaded }));
  }, []);

  const partFailed = useCallback(
    async (shown: PublishedRemote, error: unknown) => {
      const other = await abandonLoading(shown, error);
      if (!other) return;
      forms.keep();
      show(loadComponent(other, { kind, name }));
    },
    [kind, name, forms, show],
  );

  const onError = async (error: Error) => {
    if (error instanceof LoadFailure) return void components.delete(keyOf(remote, { kind, name }));
    const { remote: shown } = await mount.loaded;
    if (error.name === 'ChunkLoadError') await partFailed(shown, error);
    else {
      reportRemote(shown, 'render');
      reportRenderError(error, shown);
    }
  };

  return (
    <RemoteBoundary
      key={mount.attempt}
      stub={stub(() => show(reload()))}
      onError={(error) => void onError(error)}
    >
      <Suspense fallback={<Waiting loaded={mount.loaded}>{loading}</Waiting>}>
        <Shown kind={kind} loaded={mount.loaded} forms={forms} partFailed={partFailed} />
      </Suspense>
    </RemoteBoundary>
  );
}

/** Loads the component again, without the answers that nothing on the page shows: one of them may have failed it. */
function useReload(remote: PublishedRemote, wanted: Wanted) {
  const queries = useContext(QueryClientContext);
  return () => {
    queries?.removeQueries({ type: 'inactive' });
    return reloadComponent(remote, wanted);
  };
}

interface ShownProps extends Pick<Wanted, 'kind'> {
  loaded: Promise<Loaded>;
  forms: FormMemory;
  partFailed: (shown: PublishedRemote, error: unknown) => Promise<void>;
}

function Shown({ kind, loaded, forms, partFailed }: ShownProps) {
  const { component, remote } = use(loaded);
  useEffect(() => reportRemote(remote, 'shown'), [remote]);
  useLayoutEffect(() => {
    if (kind === 'pages') restoreTyped();
  }, [kind]);
  const context = useMemo(
    () => ({ remote, forms, partFailed: (error: unknown) => void partFailed(remote, error) }),
    [remote, forms, partFailed],
  );
  return <RemoteContext value={context}>{createElement(component)}</RemoteContext>;
}

/**
 * A loaded component serves every later mount synchronously. A failure stays until its stub is mounted, since
 * React renders more than once before; the next mount then retries.
 */
const components = new Map<string, Promise<Loaded>>();

const keyOf = ({ container }: PublishedRemote, { kind, name }: Wanted) => `${container} ${kind} ${name}`;

function firstLoad(remote: PublishedRemote, wanted: Wanted): Promise<Loaded> {
  const key = keyOf(remote, wanted);
  const loaded = components.get(key) ?? loadComponent(remote, wanted);
  components.set(key, loaded);
  return loaded;
}

/** A promise that React reads without waiting: `use` looks at these fields. */
const settled = (loaded: Promise<Loaded>, value: Loaded) =>
  Object.assign(loaded, { status: 'fulfilled' as const, value });

/** Loads a component ahead, so that its first mount shows it at once. @throws LoadFailure as `loadComponent` */
export async function loadAhead(remote: PublishedRemote, wanted: Wanted): Promise<Loaded> {
  const loading = firstLoad(remote, wanted);
  const loaded = await loading;
  settled(loading, loaded);
  return loaded;
}

/** Provides a component that needs no loading. */
export function provideComponent(loaded: Loaded, wanted: Wanted) {
  components.set(keyOf(loaded.remote, wanted), settled(Promise.resolve(loaded), loaded));
}

interface BoundaryProps {
  stub: ReactNode;
  onError: (error: Error) => void;
  children: ReactNode;
}

/** Keyed by attempt, within one remote: one remote's failure never clears or hides another's. */
class RemoteBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: Error) {
    this.props.onError(error);
  }
  override render() {
    return this.state.failed ? this.props.stub : this.props.children;
  }
}
