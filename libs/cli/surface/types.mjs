import ts from 'typescript';
import { sorted } from './shapes.mjs';

/** @typedef {import('./shapes.mjs').Shape} Shape */

/** Types that their text describes. */
export const KEYWORDS =
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.Never |
  ts.TypeFlags.VoidLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.String |
  ts.TypeFlags.Number |
  ts.TypeFlags.Boolean |
  ts.TypeFlags.BigInt |
  ts.TypeFlags.ESSymbolLike |
  ts.TypeFlags.NonPrimitive |
  ts.TypeFlags.Literal |
  ts.TypeFlags.TemplateLiteral |
  ts.TypeFlags.StringMapping;

/**
 * The arguments of a generic interface or class.
 * @param {ts.TypeChecker} checker
 * @param {ts.Type} type
 * @returns {readonly ts.Type[]}
 */
export function argumentsOf(checker, type) {
  const { objectFlags = 0, target } = /** @type {ts.TypeReference} */ (type);
  if (!(objectFlags & ts.ObjectFlags.Reference)) return [];
  const own = target.typeParameters?.length ?? 0;
  return checker.getTypeArguments(/** @type {ts.TypeReference} */ (type)).slice(0, own);
}

/** @param {Shape[]} shapes @returns {Shape} */
export function unionOf(shapes) {
  const isBoolean = shapes.includes('true') && shapes.includes('false');
  const rest = isBoolean ? shapes.filter((shape) => shape !== 'true' && shape !== 'false') : shapes;
  const all = sorted(isBoolean ? [...rest, 'boolean'] : rest);
  return all.length === 1 ? all[0] : { union: all };
}
