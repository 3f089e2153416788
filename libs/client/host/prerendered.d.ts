/** What the build renders: the shell's layout or a remote's module (libs/cli/webpack-prerender.mjs). */
declare module 'prerendered' {
  import type { HostLayout } from './host';
  import type { RemoteModule } from '../remotes/remote-module';

  export const ShellLayout: HostLayout;
  const remote: RemoteModule;
  export default remote;
}
