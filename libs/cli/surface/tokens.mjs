import { createHash } from 'node:crypto';

/**
 * @typedef {import('./shapes.mjs').Shape} Shape
 * @typedef {import('./shapes.mjs').Table} Table
 */

/** Characters of a token, 6 bits each. A changed export keeps its token by chance once in 16 million times. */
const TOKEN_LENGTH = 4;

/** @param {string} text */
const tokenOf = (text) => createHash('sha256').update(text).digest('base64url').slice(0, TOKEN_LENGTH);

/**
 * Names an export together with its whole type: it changes with anything that its type refers to.
 * @param {string} module such as `@bank/ui/button`
 * @param {string} name
 * @param {Shape} shape
 * @param {Table} table
 */
export const exportToken = (module, name, shape, table) =>
  tokenOf(`${module}#${name} ${canonical(shape, table)}`);

/** Stands for the Federation runtime: two majors of it do not load each other's builds. @param {string} version */
export const federationToken = (version) => tokenOf(`federation ${version.split('.')[0]}`);

/**
 * A shape and all that it refers to as text. Named types are numbered in the order of their first mention: neither their
 * names nor their files leave a trace.
 * @param {Shape} shape
 * @param {Table} table
 */
export function canonical(shape, table) {
  /** @type {string[]} */
  const names = [];
  const text = (/** @type {Shape} */ part) =>
    JSON.stringify(part, (key, value) => {
      if (key !== 'ref') return value;
      if (!names.includes(value)) names.push(value);
      return names.indexOf(value);
    });
  const parts = [text(shape)];
  for (let next = 0; next < names.length; next += 1) parts.push(text(table[names[next] ?? ''] ?? 'missing'));
  return parts.join('\n');
}

/** The part of a table that some shapes refer to. @param {Shape[]} shapes @param {Table} table @returns {Table} */
export function reachable(shapes, table) {
  /** @type {Table} */
  const found = {};
  const visit = (/** @type {Shape} */ shape) => {
    JSON.stringify(shape, (key, value) => {
      if (key === 'ref' && !(value in found)) {
        found[value] = table[value] ?? 'missing';
        visit(found[value]);
      }
      return value;
    });
  };
  shapes.forEach(visit);
  return Object.fromEntries(Object.entries(found).sort(([left], [right]) => (left < right ? -1 : 1)));
}
