// The package declares its drawings in its index only, which is two thousand modules for a build to read.
declare module 'lucide/dist/esm/icons/*.mjs' {
  import type { IconNode } from 'lucide';
  const drawing: IconNode;
  export default drawing;
}
