import { Describer } from './describe.mjs';
import { entriesOf, LIBRARIES, packageOf } from './program.mjs';
import { reachable } from './tokens.mjs';

/**
 * Describes what each library of a program exports.
 * @param {import('typescript').Program} program
 * @param {(module: string) => boolean} [isWanted] by name, such as `@bank/ui/button`; all by default
 * @returns {{ [library: string]: import('./record.mjs').Described & { version: string } }}
 */
export function describeLibraries(program, isWanted = () => true) {
  const describer = new Describer(program);
  return Object.fromEntries(
    LIBRARIES.map((library) => {
      const exports = entriesOf(library)
        .filter(([entry]) => isWanted(`@bank/${library}/${entry}`))
        .flatMap(([entry, file]) =>
          Object.entries(describer.exportsOf(file)).map(([name, exported]) => [`${entry}#${name}`, exported]),
        );
      const { version } = packageOf(library);
      const types = reachable(
        exports.map(([, { shape }]) => shape),
        describer.table,
      );
      return [library, { version, exports: Object.fromEntries(exports), types }];
    }),
  );
}
