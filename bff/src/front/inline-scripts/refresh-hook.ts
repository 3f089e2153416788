import { inlineScript } from './inline-script';

/** React Refresh only works across remotes if this hook exists before any of them. Only in development. */
export const refreshHook = inlineScript(installRefreshHook);

function installRefreshHook() {
  const renderers = new Map<number, unknown>();
  const hook = {
    renderers,
    supportsFiber: true,
    inject(renderer: unknown) {
      renderers.set(renderers.size + 1, renderer);
      return renderers.size;
    },
    onScheduleFiberRoot() {},
    onCommitFiberRoot() {},
    onCommitFiberUnmount() {},
  };
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
}
