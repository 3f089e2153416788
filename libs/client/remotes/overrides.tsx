import { LocalRemotes } from './local-remote';
import { PreviewBadge } from './preview-badge';

/** Over every page of a browser that shows other code than others, or is asked to. */
export const Overrides = () => (
  <>
    <LocalRemotes />
    <PreviewBadge />
  </>
);
