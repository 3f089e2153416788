import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../paths.mjs';
import { isPrivate, leftOut, packageOfFile } from './symbols.mjs';
import { argumentsOf, KEYWORDS, unionOf } from './types.mjs';
import { sorted, sortedKeys, withoutUndefined } from './shapes.mjs';

/**
 * @typedef {import('./shapes.mjs').Shape} Shape
 * @typedef {import('./shapes.mjs').Property} Property
 * @typedef {import('./shapes.mjs').Signature} Signature
 * @typedef {import('./shapes.mjs').Table} Table
 */

const CONTRACTS = path.join(ROOT, 'libs/contracts/');

/** Types nest less deep than this, unless they contain themselves. */
const DEEPEST = 24;

/** Describes every type in the terms of one program. */
export class Describer {
  /** @type {Table} */
  table = {};
  /** The type parameters in scope, innermost last. @type {ts.Type[]} */
  #scope = [];
  #depth = 0;

  /** @param {ts.Program} program */
  constructor(program) {
    this.program = program;
    this.checker = program.getTypeChecker();
  }

  /**
   * What a module exports: values by the type of the value, types by the type itself; with the text of its `@deprecated`.
   * @param {string} file
   * @returns {Record<string, { kind: 'value' | 'type', shape: Shape, deprecated?: string }>}
   */
  exportsOf(file) {
    const source = this.program.getSourceFile(file);
    const module = source && this.checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} is not a module`);
    return Object.fromEntries(
      this.checker
        .getExportsOfModule(module)
        .sort((left, right) => (left.name < right.name ? -1 : 1))
        .map((symbol) => [symbol.name, { ...this.#exported(symbol, source), ...this.#deprecation(symbol) }]),
    );
  }

  /** @param {ts.Symbol} symbol @returns {{ deprecated?: string }} */
  #deprecation(symbol) {
    const isAlias = symbol.flags & ts.SymbolFlags.Alias;
    const declared = isAlias ? this.checker.getAliasedSymbol(symbol) : symbol;
    // A package's own deprecations are its business, and change with its version.
    if (this.#origin(declared)) return {};
    const tag = declared.getJsDocTags(this.checker).find(({ name }) => name === 'deprecated');
    if (!tag) return {};
    return { deprecated: ts.displayPartsToString(tag.text).replace(/\s+/g, ' ').trim() };
  }

  /** @param {ts.Symbol} exported @param {ts.Node} at @returns {{ kind: 'value' | 'type', shape: Shape }} */
  #exported(exported, at) {
    const isAlias = exported.flags & ts.SymbolFlags.Alias;
    const symbol = isAlias ? this.checker.getAliasedSymbol(exported) : exported;
    const isTypeOnly = exported.declarations?.some(ts.isTypeOnlyExportDeclaration);
    if (symbol.flags & ts.SymbolFlags.Value && !isTypeOnly) {
      const origin = this.#origin(symbol);
      if (origin) return { kind: 'value', shape: { ext: `${origin}#${symbol.name}` } };
      return { kind: 'value', shape: this.describe(this.checker.getTypeOfSymbolAtLocation(symbol, at)) };
    }
    const type = this.checker.getDeclaredTypeOfSymbol(symbol);
    const generics = this.#genericsOf(symbol, type);
    return { kind: 'type', shape: this.#within(generics, () => this.describe(type)) };
  }

  /** @param {ts.Symbol} symbol @param {ts.Type} type @returns {readonly ts.Type[]} */
  #genericsOf(symbol, type) {
    const ofAlias = /** @type {any} */ (type).aliasSymbol === symbol ? type.aliasTypeArguments : undefined;
    return ofAlias ?? /** @type {ts.InterfaceType} */ (type).typeParameters ?? [];
  }

  /** @template T @param {readonly ts.Type[]} generics @param {() => T} describe @returns {T} */
  #within(generics, describe) {
    const outer = this.#scope;
    this.#scope = [...outer, ...generics];
    const described = describe();
    this.#scope = outer;
    return described;
  }

  /** The package that declares a symbol; undefined for ours. @param {ts.Symbol | undefined} symbol */
  #origin(symbol) {
    const file = symbol?.declarations?.[0]?.getSourceFile().fileName;
    return file === undefined ? undefined : packageOfFile(file);
  }

  /** @param {ts.Type} type @returns {Shape} */
  describe(type) {
    const { aliasSymbol, aliasTypeArguments, flags } = type;
    const aliasOrigin = this.#origin(aliasSymbol);
    if (aliasSymbol && aliasOrigin && aliasOrigin !== 'lib')
      return this.#external(`${aliasOrigin}#${aliasSymbol.name}`, aliasTypeArguments);
    if (flags & KEYWORDS) return this.#text(type);
    if (flags & ts.TypeFlags.TypeParameter) return this.#parameter(type);
    if (type.isUnion())
      return this.#named(type, () => unionOf(type.types.map((part) => this.describe(part))));
    if (type.isIntersection())
      return this.#named(type, () => ({
        intersection: sorted(type.types.map((part) => this.describe(part))),
      }));
    if (flags & ts.TypeFlags.Object) return this.#object(/** @type {ts.ObjectType} */ (type));
    return this.#operator(type);
  }

  /** @param {ts.Type} type */
  #text = (type) =>
    this.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation).replace(/^"(.*)"$/, "'$1'");

  /** @param {string} ext @param {readonly ts.Type[]} [args] @returns {Shape} */
  #external = (ext, args = []) =>
    args.length === 0 ? { ext } : { ext, args: args.map((argument) => this.describe(argument)) };

  /** By its place: its name is no part of the surface. @param {ts.Type} type @returns {Shape} */
  #parameter(type) {
    const place = this.#scope.lastIndexOf(type);
    return place < 0 ? `parameter ${this.#text(type)}` : `parameter ${place}`;
  }

  /**
   * A type of ours that has a name and no type arguments is described once, in the table, which lets it refer to itself.
   * @param {ts.Type} type @param {() => Shape} describe @returns {Shape}
   */
  #named(type, describe) {
    const isNamed = type.isClassOrInterface() || Boolean(type.aliasSymbol);
    const symbol = type.aliasSymbol ?? type.symbol;
    const declaration = symbol?.declarations?.[0];
    const args = type.aliasTypeArguments ?? argumentsOf(this.checker, type);
    if (!isNamed || !declaration || args.length > 0 || this.#origin(symbol))
      return this.#unnamed(type, describe);
    const name = `${path.relative(ROOT, declaration.getSourceFile().fileName)}#${symbol.name}`;
    if (!(name in this.table)) {
      const outer = this.#scope;
      this.#scope = [];
      this.table[name] = 'pending';
      this.table[name] = describe();
      this.#scope = outer;
    }
    return { ref: name };
  }

  /** A type without a name that contains itself ends as its text. @param {ts.Type} type @param {() => Shape} describe */
  #unnamed(type, describe) {
    if (this.#depth > DEEPEST) return `deep ${this.#text(type)}`;
    this.#depth += 1;
    const shape = describe();
    this.#depth -= 1;
    return shape;
  }

  /** @param {ts.ObjectType} type @returns {Shape} */
  #object(type) {
    const { checker } = this;
    if (checker.isTupleType(type)) {
      const { elementFlags } = /** @type {ts.TupleTypeReference} */ (type).target;
      const parts = checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
      return { tuple: parts.map((part, place) => this.#element(part, elementFlags[place] ?? 0)) };
    }
    const origin = this.#origin(type.symbol);
    const isAnonymous =
      !type.symbol || type.symbol.name.startsWith('__') || Boolean(type.objectFlags & ts.ObjectFlags.Mapped);
    if (origin && !isAnonymous)
      return this.#external(`${origin}#${type.symbol.name}`, argumentsOf(this.checker, type));
    return this.#named(type, () => this.#members(type));
  }

  /** @param {ts.Type} type @param {ts.ElementFlags} flags @returns {Shape} */
  #element(type, flags) {
    const of = this.describe(type);
    if (flags & ts.ElementFlags.Optional) return { optional: of };
    return flags & ts.ElementFlags.Variable ? { rest: of } : of;
  }

  /** @param {ts.ObjectType} type @returns {Shape} */
  #members(type) {
    const { checker } = this;
    /** @type {Record<string, any>} */
    const shape = {};
    const { props, groups, isData } = this.#properties(type);
    if (isData) shape.data = true;
    if (Object.keys(props).length > 0) shape.props = props;
    if (Object.keys(groups).length > 0) shape.groups = groups;
    const calls = checker.getSignaturesOfType(type, ts.SignatureKind.Call);
    const constructs = checker.getSignaturesOfType(type, ts.SignatureKind.Construct);
    const index = checker.getIndexInfosOfType(type);
    if (calls.length > 0) shape.calls = calls.map((signature) => this.#signature(signature));
    if (constructs.length > 0) shape.constructs = constructs.map((signature) => this.#signature(signature));
    if (index.length > 0)
      shape.index = index.map((info) => ({
        key: this.describe(info.keyType),
        type: this.describe(info.type),
      }));
    return shape;
  }

  /**
   * Properties of ours, each; those that come from a package, such as the attributes of a button, by the interfaces that
   * declare them and what of each is left out.
   * @param {ts.ObjectType} type
   */
  #properties(type) {
    /** @type {Record<string, Property>} */
    const props = {};
    /** @type {Map<ts.Symbol, { label: string, names: Set<string> }>} */
    const inherited = new Map();
    const declared = [];
    for (const property of this.checker.getPropertiesOfType(type)) {
      const declaration = property.declarations?.[0];
      const parent =
        declaration && 'parent' in declaration ? /** @type {any} */ (declaration.parent).symbol : undefined;
      const origin = this.#origin(property);
      const isOptional = Boolean(property.flags & ts.SymbolFlags.Optional);
      if (property.name.startsWith('__#') || isPrivate(declaration)) continue;
      if (origin && parent && isOptional && parent.members?.has(property.escapedName)) {
        const group = inherited.get(parent) ?? { label: `${origin}#${parent.name}`, names: new Set() };
        group.names.add(property.name);
        inherited.set(parent, group);
        continue;
      }
      declared.push(declaration?.getSourceFile().fileName ?? '');
      const described = this.describe(this.checker.getTypeOfSymbol(property));
      props[property.name] = isOptional
        ? { type: withoutUndefined(described), optional: true }
        : { type: described };
    }
    const groups = Object.fromEntries([...inherited].map(([parent, group]) => leftOut(parent, group)));
    const isData = declared.length > 0 && declared.every((file) => file.startsWith(CONTRACTS));
    return { props: sortedKeys(props), groups: sortedKeys(groups), isData };
  }

  /** @param {ts.Signature} signature @returns {Signature} */
  #signature(signature) {
    const generics = signature.typeParameters ?? [];
    return this.#within(generics, () => {
      const params = signature.parameters.map((parameter) => this.#argument(parameter));
      const returns = this.describe(this.checker.getReturnTypeOfSignature(signature));
      if (generics.length === 0) return { params, returns };
      const bounds = generics.map((generic) => generic.getConstraint());
      return { params, returns, generics: bounds.map((bound) => (bound ? this.describe(bound) : 'unknown')) };
    });
  }

  /** @param {ts.Symbol} parameter */
  #argument(parameter) {
    const declaration = /** @type {ts.ParameterDeclaration | undefined} */ (parameter.valueDeclaration);
    const type = this.describe(this.checker.getTypeOfSymbol(parameter));
    if (declaration?.dotDotDotToken) return /** @type {const} */ ({ type, rest: true });
    const isOptional =
      declaration && ts.isParameter(declaration) && this.checker.isOptionalParameter(declaration);
    return isOptional ? /** @type {const} */ ({ type: withoutUndefined(type), optional: true }) : { type };
  }

  /** A type that depends on a type parameter: compared whole. @param {ts.Type} type @returns {Shape} */
  #operator(type) {
    const any = /** @type {any} */ (type);
    if (type.flags & ts.TypeFlags.Index) return { operator: 'keyof', of: [this.describe(any.type)] };
    if (type.flags & ts.TypeFlags.IndexedAccess)
      return { operator: 'at', of: [this.describe(any.objectType), this.describe(any.indexType)] };
    if (type.flags & ts.TypeFlags.Conditional)
      return {
        operator: this.#text(type),
        of: [this.describe(any.checkType), this.describe(any.extendsType)],
      };
    return { operator: this.#text(type), of: [] };
  }
}
