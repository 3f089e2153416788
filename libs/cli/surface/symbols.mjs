import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Name and major version by a package's folder. @type {Map<string, string>} */
const majors = new Map();

/** The package of a file, with its major version; undefined for a file of ours. @param {string} file */
export function packageOfFile(file) {
  const [, folder, name] =
    /^(.*\/node_modules\/)((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(file) ?? [];
  if (!folder || !name) return undefined;
  if (name === 'typescript') return 'lib';
  const known = majors.get(folder + name);
  if (known) return known;
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, name, 'package.json'), 'utf8'));
  const text = `${name}@${version.split('.')[0]}`;
  majors.set(folder + name, text);
  return text;
}

/** @param {ts.Declaration | undefined} declaration */
export const isPrivate = (declaration) =>
  Boolean(
    declaration &&
    ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected),
  );

/**
 * The properties that an interface declares and a type does not have.
 * @param {ts.Symbol} parent
 * @param {{ label: string, names: Set<string> }} group
 */
export const leftOut = (parent, { label, names }) => [
  label,
  [...(parent.members?.values() ?? [])]
    .filter(
      ({ flags, name }) => flags & (ts.SymbolFlags.Property | ts.SymbolFlags.Method) && !names.has(name),
    )
    .map(({ name }) => name)
    .sort(),
];
