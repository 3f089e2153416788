import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../paths.mjs';

/** The libraries that a page shares between its shell and its remotes. */
export const LIBRARIES = ['i18n', 'ui', 'client'];

/** @param {string} library @returns {{ name: string, version: string, exports: Record<string, string> }} */
export const packageOf = (library) =>
  JSON.parse(fs.readFileSync(path.join(ROOT, 'libs', library, 'package.json'), 'utf8'));

/**
 * The TypeScript entries of a library: `button` → its source file, absolute.
 * @param {string} library
 * @returns {[entry: string, file: string][]}
 */
export const entriesOf = (library) =>
  Object.entries(packageOf(library).exports)
    .filter(([, file]) => /\.tsx?$/.test(file))
    .map(([entry, file]) => [entry.slice('./'.length), path.join(ROOT, 'libs', library, file)]);

/** @returns {ts.CompilerOptions} */
function compilerOptions() {
  const file = path.join(ROOT, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, ROOT);
  return { ...options, types: [] };
}

/**
 * A program of the libraries' entries. Files in `edited` are read from there in place of the disk; `previous` lends its
 * unchanged files, which makes a second program quick.
 * @param {{ edited?: Map<string, string>, previous?: ts.Program, libraries?: string[] }} [options]
 */
export function surfaceProgram({ edited = new Map(), previous, libraries = LIBRARIES } = {}) {
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile;
  host.getSourceFile = (file, version, ...rest) => {
    const text = edited.get(file);
    if (text !== undefined) return ts.createSourceFile(file, text, version, true);
    return previous?.getSourceFile(file) ?? readSource(file, version, ...rest);
  };
  const files = libraries.flatMap((library) => entriesOf(library).map(([, file]) => file));
  files.push(path.join(ROOT, 'libs/ui/theme/css-modules.d.ts'));
  return ts.createProgram(files, options, host, previous);
}
