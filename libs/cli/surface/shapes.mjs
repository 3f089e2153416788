/**
 * Describes the types of a library's exports as plain data, to be hashed and compared without a compiler. Comments, the
 * order of properties and the names of parameters leave no trace. Types of packages are opaque: their name, their
 * package and its major version.
 *
 * @typedef {string | { [key: string]: any }} Shape
 *   a string: a keyword or a literal; otherwise one of
 *   { ref } a named type of ours, in the table
 *   { ext, args } a type of a package or of the language
 *   { union } { intersection } of shapes
 *   { tuple } of shapes, { operator, of } for types that depend on a type parameter
 *   { props, calls, constructs, index, groups, data } an object; `data`: of the wire contract
 * @typedef {{ type: Shape, optional?: true }} Property
 * @typedef {{ params: (Property & { rest?: true })[], returns: Shape, generics?: Shape[] }} Signature
 * @typedef {Record<string, Shape>} Table named types by file and name
 */

/**
 * Drops `undefined` from the type of an optional property, since `optional` implies it.
 * @param {Shape} shape
 * @returns {Shape}
 */
export function withoutUndefined(shape) {
  if (typeof shape === 'string' || !shape.union) return shape;
  const rest = shape.union.filter((/** @type {Shape} */ part) => part !== 'undefined');
  return rest.length === 1 ? rest[0] : { union: rest };
}

/** @param {Shape[]} shapes @returns {Shape[]} */
export const sorted = (shapes) =>
  [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).entries()]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, shape]) => shape);

/** @template T @param {Record<string, T>} record @returns {Record<string, T>} */
export const sortedKeys = (record) =>
  Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));
