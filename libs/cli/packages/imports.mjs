import fs from 'node:fs';
import path from 'node:path';

/** The imports of modules, read from their text: enough for formatted sources and compiler output. */

const SPECIFIER = /(\bfrom\s+|\bimport\s*\(?\s*)(['"])([^'"\n]+)\2/g;
const HAS_EXTENSION = /\.(m?js|json|css|svg|png|woff2)$/;
const IS_MODULE = /\.(m?js|d\.ts)$/;

/** @param {string} file @returns {string[]} */
const importsOf = (file) =>
  [...fs.readFileSync(file, 'utf8').matchAll(SPECIFIER)].map(([, , , name = '']) => name);

/** Every file below a folder, relative to it. @param {string} folder */
export const filesBelow = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file))
    .sort();

/**
 * The modules that some entries need, the entries included.
 * @param {string} folder
 * @param {string[]} entries
 */
export function filesFrom(folder, entries) {
  const found = new Set();
  const visit = (/** @type {string} */ file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const name of importsOf(path.join(folder, file)).filter((each) => each.startsWith('.')))
      visit(path.join(path.dirname(file), name));
  };
  entries.forEach(visit);
  return [...found].sort();
}

/** The packages that the modules below a folder import, their types included. @param {string} folder */
export function packagesUsedBy(folder) {
  const names = filesBelow(folder)
    .filter((file) => IS_MODULE.test(file))
    .flatMap((file) => importsOf(path.join(folder, file)))
    .filter((name) => /^(@[\w-]+\/)?[a-z][\w.-]*(\/|$)/.test(name) && name !== 'prerendered')
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  return [...new Set(names)].sort();
}

/** Adds the extension to every import of a module beside it, which Node and strict importers ask for. @param {string} folder */
export function completeSpecifiers(folder) {
  for (const name of filesBelow(folder).filter((file) => IS_MODULE.test(file))) {
    const file = path.join(folder, name);
    const text = fs.readFileSync(file, 'utf8');
    const completed = text.replace(SPECIFIER, (whole, before, quote, imported) =>
      imported.startsWith('.') && !HAS_EXTENSION.test(imported)
        ? `${before}${quote}${imported}.js${quote}`
        : whole,
    );
    if (completed !== text) fs.writeFileSync(file, completed);
  }
}
