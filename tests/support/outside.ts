import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { transformSync } from '@swc/core';

type Extension = (module: { _compile(code: string, file: string): void }, file: string) => void;

/** What `require` compiles itself, without types. */
const extensions = (Module as unknown as { _extensions: Record<string, Extension> })._extensions;

/** As in the configuration of Jest: Nest reads the types of parameters. */
const options = {
  sourceMaps: 'inline',
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
} as const;

const load: Extension = (module, file) =>
  module._compile(transformSync(readFileSync(file, 'utf8'), { ...options, filename: file }).code, file);

const requireHere = createRequire(__filename);

/**
 * Loads a file of the server, or a package, once for all test files of a Jest worker: Node caches it, where Jest would
 * load it again for each file. Such files see neither Jest's mocks nor its fake timers.
 */
export function requireOutside(file: string): unknown {
  // Jest's own hook may have left its loader there.
  if (extensions['.ts'] !== load) extensions['.ts'] = load;
  return requireHere(file);
}
