import { Component, type ReactNode } from 'react';

/** More failures within so many ms are not of remotes that are removed: what is inside does not work. */
const mostFailures = 20;
const windowMs = 10_000;

/**
 * Renders its content again after a remote threw while it was removed: that is past the remote's own boundary, which is removed
 * with it. What throws again while it is rendered is not caught here.
 */
export class RemovalBoundary extends Component<{ children: ReactNode }> {
  override state = {};
  private failures = 0;
  private windowStart = -Infinity;

  static getDerivedStateFromError() {
    return {};
  }
  override componentDidCatch(error: Error) {
    const now = performance.now();
    if (now - this.windowStart > windowMs) {
      this.windowStart = now;
      this.failures = 0;
    }
    this.failures += 1;
    if (this.failures > mostFailures) throw error;
    reportError(error);
  }
  override render() {
    return this.props.children;
  }
}
