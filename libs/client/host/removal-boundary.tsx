import { Component, type ReactNode } from 'react';

/** More failures than these are not of remotes that are removed: what is inside does not work. */
const mostFailures = 20;

/**
 * Renders its content again after a remote threw while it was removed: that is past the remote's own boundary, which is removed
 * with it. What throws again while it is rendered is not caught here.
 */
export class RemovalBoundary extends Component<{ children: ReactNode }> {
  override state = {};
  private failures = 0;

  static getDerivedStateFromError() {
    return {};
  }
  override componentDidCatch(error: Error) {
    this.failures += 1;
    if (this.failures > mostFailures) throw error;
    reportError(error);
  }
  override render() {
    return this.props.children;
  }
}
