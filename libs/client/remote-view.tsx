import { Component, type ComponentType, createElement, type ReactNode, Suspense, use, useState } from 'react';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { loadComponent } from './remote-loader';
import type { RemoteModule } from './remote-module';

interface RemoteViewProps {
  remote: PublishedRemote;
  kind: keyof RemoteModule;
  name: string;
  loading: ReactNode;
  /** What stands in the remote's place when it is down, slow, not a remote, or throws. */
  stub: (retry: () => void) => ReactNode;
}

/** Shows one component of a remote. Whatever happens in it stays in it; a retry loads it anew without a reload. */
export function RemoteView({ remote, kind, name, loading, stub }: RemoteViewProps) {
  const key = `${remote.entry}#${kind}.${name}`;
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    components.delete(key);
    setAttempt(attempt + 1);
  };
  return (
    <RemoteBoundary key={`${key}-${attempt}`} stub={stub(retry)}>
      <Suspense fallback={loading}>
        <Loaded component={componentFor(key, remote, kind, name)} />
      </Suspense>
    </RemoteBoundary>
  );
}

const Loaded = ({ component }: { component: Promise<ComponentType> }) => createElement(use(component));

/** A component is loaded once for the page; a failure stays until a retry drops it. */
const components = new Map<string, Promise<ComponentType>>();

function componentFor(key: string, remote: PublishedRemote, kind: keyof RemoteModule, name: string) {
  const component = components.get(key) ?? loadComponent(remote, kind, name);
  components.set(key, component);
  return component;
}

/** Keyed by remote and attempt: one remote's failure never clears or hides another's. */
class RemoteBoundary extends Component<{ stub: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? this.props.stub : this.props.children;
  }
}
