/**
 * Whether a changed export still serves code that was built against the old one.
 *
 * @typedef {import('./shapes.mjs').Shape} Shape
 * @typedef {import('./shapes.mjs').Table} Table
 * @typedef {import('./shapes.mjs').Signature} Signature
 * @typedef {{ shape: Shape, table: Table }} Side a shape, and the table that its references mean
 * @typedef {{ kind: 'value' | 'type', shape: Shape, deprecated?: string }} Exported
 */

/** Types of packages whose argument may be replaced by a narrower one. The arguments of any other must stay the same. */
const COVARIANT =
  /^(lib#(Array|ReadonlyArray|Promise|Iterable|AsyncIterable|Set|ReadonlySet|Map|ReadonlyMap)|@types\/react@\d+#(RefObject|Context))$/;
const COMPONENT = /^@types\/react@\d+#(ComponentType|FunctionComponent|ComponentClass)$/;

/**
 * @param {Exported} before @param {Table} beforeTable
 * @param {Exported} after @param {Table} afterTable
 */
export function isCompatible(before, beforeTable, after, afterTable) {
  const old = { shape: before.shape, table: beforeTable };
  const current = { shape: after.shape, table: afterTable };
  if (before.kind === 'value') return after.kind === 'value' && new Fit().given(current, old);
  // A type alone has no direction. Where a value gives or takes it, the value is judged.
  return new Fit().given(current, old) || new Fit().taken(old, current);
}

/**
 * Assignability as TypeScript has it, with four rules of its own. What a library takes loses no key: an unknown one would be
 * ignored silently. What it gives loses no key either, not even an optional one. An enumeration of texts that it gives may
 * gain members. And data of the wire contract may gain fields in either direction: a page passes on what the server sent.
 */
class Fit {
  /** Pairs that are being compared, or were: types that contain themselves. @type {Set<string>} */
  #assumed = new Set();

  /** A value from the library: the current shape where the old one is expected. @param {Side} current @param {Side} old */
  given = (current, old) => this.#fits(current, old, true);

  /** A value for the library: the old shape where the current one is expected. @param {Side} old @param {Side} current */
  taken = (old, current) => this.#fits(old, current, false);

  /**
   * @param {Side} source @param {Side} target
   * @param {boolean} isGiven whether the source is the current one, which the library gives
   * @returns {boolean}
   */
  #fits(source, target, isGiven) {
    const from = this.#resolved(source);
    const to = this.#resolved(target);
    const pair = `${isGiven} ${from.name} ${to.name}`;
    if (from.name && to.name) {
      if (this.#assumed.has(pair)) return true;
      this.#assumed.add(pair);
    }
    return this.#fitsResolved(from, to, isGiven);
  }

  /** @param {Side} side @returns {Side & { name?: string }} */
  #resolved({ shape, table }) {
    let name;
    let resolved = shape;
    while (typeof resolved === 'object' && resolved.ref) {
      name = resolved.ref;
      resolved = table[name] ?? 'missing';
    }
    return { shape: resolved, table, name };
  }

  /** @param {Side} source @param {Side} target @param {boolean} isGiven @returns {boolean} */
  #fitsResolved(source, target, isGiven) {
    const [from, to] = [source.shape, target.shape];
    if (to === 'unknown' || to === 'any' || from === 'never') return true;
    if (isClosed(from) && JSON.stringify(from) === JSON.stringify(to)) return true;
    const members = membersOf(source);
    if (members.length > 1) {
      const isEnumeration = isGiven && membersOf(target).filter(({ shape }) => isText(shape)).length > 1;
      return members.every(
        (member) => (isEnumeration && isText(member.shape)) || this.#fits(member, target, isGiven),
      );
    }
    const choices = membersOf(target);
    if (choices.length > 1) return choices.some((choice) => this.#fits(source, choice, isGiven));
    if (typeof from === 'string' || typeof to === 'string') return isWidened(from, to);
    if (from.ext || to.ext) return this.#fitsExternal(source, target, isGiven);
    if (from.tuple || to.tuple) return this.#fitsTuple(source, target, isGiven);
    if (from.operator || to.operator) return this.#isSame(source, target, isGiven);
    return this.#fitsObject(this.#merged(source), this.#merged(target), isGiven);
  }

  /** @param {Side} source @param {Side} target @param {boolean} isGiven */
  #fitsExternal({ shape: from, table }, { shape: to, table: toTable }, isGiven) {
    const [left, right] = [/** @type {any} */ (from), /** @type {any} */ (to)];
    const isSameType =
      left.ext === right.ext || (left.ext === 'lib#Array' && right.ext === 'lib#ReadonlyArray');
    const [args = [], others = []] = [left.args, right.args];
    if (left.tuple && /^lib#(Readonly)?Array$/.test(right.ext))
      return left.tuple.every((/** @type {Shape} */ part) =>
        this.#fits({ shape: part, table }, { shape: others[0], table: toTable }, isGiven),
      );
    if (!left.ext || !isSameType || args.length !== others.length) return false;
    return args.every((/** @type {Shape} */ shape, /** @type {number} */ place) => {
      const [one, other] = [
        { shape, table },
        { shape: others[place], table: toTable },
      ];
      if (COVARIANT.test(right.ext)) return this.#fits(one, other, isGiven);
      if (COMPONENT.test(right.ext)) return this.#fits(other, one, !isGiven);
      return this.#isSame(one, other, isGiven);
    });
  }

  /** Fits in both directions. @param {Side} source @param {Side} target @param {boolean} isGiven */
  #isSame(source, target, isGiven) {
    const [from, to] = [/** @type {any} */ (source.shape), /** @type {any} */ (target.shape)];
    if (!from?.operator && !to?.operator)
      return this.#fits(source, target, isGiven) && this.#fits(target, source, !isGiven);
    if (from.operator !== to.operator || from.of.length !== to.of.length) return false;
    return from.of.every((/** @type {Shape} */ shape, /** @type {number} */ place) =>
      this.#isSame({ ...source, shape }, { ...target, shape: to.of[place] }, isGiven),
    );
  }

  /** @param {Side} source @param {Side} target @param {boolean} isGiven */
  #fitsTuple(source, target, isGiven) {
    const [from, to] = [/** @type {any} */ (source.shape).tuple, /** @type {any} */ (target.shape).tuple];
    if (!from || !to || from.length !== to.length) return false;
    return from.every((/** @type {any} */ part, /** @type {number} */ place) => {
      const other = to[place];
      const isSameKind =
        Boolean(part.rest) === Boolean(other.rest) && Boolean(part.optional) === Boolean(other.optional);
      const [one, two] = [part.rest ?? part.optional ?? part, other.rest ?? other.optional ?? other];
      return isSameKind && this.#fits({ ...source, shape: one }, { ...target, shape: two }, isGiven);
    });
  }

  /** An intersection of objects is one object; what else is in it stays beside. @param {Side} side */
  #merged(side) {
    const { shape, table } = side;
    if (!(/** @type {any} */ (shape).intersection))
      return { ...side, shape: /** @type {any} */ (shape), others: [] };
    /** @type {any} */
    const object = {};
    /** @type {Side[]} */
    const others = [];
    for (const part of /** @type {any} */ (shape).intersection) {
      const { shape: own, others: more } = this.#mergeable({ shape: part, table });
      others.push(...more);
      for (const key of ['props', 'groups']) if (own[key]) object[key] = { ...object[key], ...own[key] };
      for (const key of ['calls', 'constructs', 'index'])
        if (own[key]) object[key] = [...(object[key] ?? []), ...own[key]];
    }
    return { shape: object, table, others };
  }

  /** @param {Side} part @returns {{ shape: any, others: Side[] }} */
  #mergeable(part) {
    const resolved = this.#resolved(part);
    const { shape } = resolved;
    if (typeof shape === 'string' || shape.ext || shape.union || shape.tuple || shape.operator)
      return { shape: {}, others: [resolved] };
    return this.#merged(resolved);
  }

  /**
   * @param {Side & { shape: any, others: Side[] }} source @param {Side & { shape: any, others: Side[] }} target
   * @param {boolean} isGiven
   */
  #fitsObject(source, target, isGiven) {
    const [from, to] = [source.shape, target.shape];
    const [old, current] = isGiven ? [to, from] : [from, to];
    const hasEveryKey = Object.keys(old.props ?? {}).every(
      (name) => Object.hasOwn(current.props ?? {}, name) || Boolean(current.index),
    );
    const hasEveryGroup = Object.entries(old.groups ?? {}).every(([label, missing]) =>
      current.groups?.[label]?.every((/** @type {string} */ name) => missing.includes(name)),
    );
    if (!hasEveryKey || !hasEveryGroup) return false;
    if (Boolean(old.index) && !current.index) return false;
    const sides = (/** @type {Shape} */ one, /** @type {Shape} */ other) =>
      this.#fits({ shape: one, table: source.table }, { shape: other, table: target.table }, isGiven);
    const propsFit = Object.entries(to.props ?? {}).every(([name, wanted]) => {
      const found = from.props?.[name];
      if (!found) return wanted.optional || Boolean(to.data);
      return (!found.optional || wanted.optional) && sides(found.type, wanted.type);
    });
    const indexFits = (to.index ?? []).every((/** @type {any} */ wanted) =>
      (from.index ?? []).every((/** @type {any} */ found) => sides(found.type, wanted.type)),
    );
    return (
      propsFit &&
      indexFits &&
      ['calls', 'constructs'].every((kind) => this.#callsFit(source, target, kind, isGiven)) &&
      target.others.every((other) => source.others.some((own) => this.#fits(own, other, isGiven)))
    );
  }

  /** @param {Side} source @param {Side} target @param {string} kind @param {boolean} isGiven */
  #callsFit(source, target, kind, isGiven) {
    const from = /** @type {any} */ (source.shape)[kind] ?? [];
    const to = /** @type {any} */ (target.shape)[kind] ?? [];
    if (!isGiven && from.length > 0 && to.length === 0) return false;
    return to.every((/** @type {Signature} */ wanted) =>
      from.some((/** @type {Signature} */ found) =>
        this.#signatureFits(found, source.table, wanted, target.table, isGiven),
      ),
    );
  }

  /**
   * @param {Signature} from @param {Table} table
   * @param {Signature} to @param {Table} toTable
   * @param {boolean} isGiven
   */
  #signatureFits(from, table, to, toTable, isGiven) {
    const bounds = from.generics ?? [];
    const wantedBounds = to.generics ?? [];
    if (bounds.length !== wantedBounds.length) return false;
    const boundsFit = bounds.every((shape, place) =>
      this.#fits({ shape: wantedBounds[place] ?? 'unknown', table: toTable }, { shape, table }, !isGiven),
    );
    if (!boundsFit || !this.#paramsFit(from, table, to, toTable, isGiven)) return false;
    if (to.returns === 'void') return true;
    return this.#fits({ shape: from.returns, table }, { shape: to.returns, table: toTable }, isGiven);
  }

  /**
   * The caller goes by `to`: each argument that it passes must be taken, and none that is required be missing.
   * @param {Signature} from @param {Table} table
   * @param {Signature} to @param {Table} toTable
   * @param {boolean} isGiven
   */
  #paramsFit({ params: taken }, table, { params: passed }, toTable, isGiven) {
    const count = Math.max(taken.length, passed.length);
    return Array.from({ length: count }).every((_, place) => {
      const parameter = taken[place] ?? taken.find(({ rest }) => rest);
      const argument = passed[place];
      // A callback of the page's may ignore what the library passes; a function of the library's drops nothing.
      if (!parameter) return !isGiven;
      if (!argument) return Boolean(parameter.optional || parameter.rest);
      const isMissing = argument.optional && !parameter.optional && !parameter.rest;
      if (isMissing || (argument.rest && !parameter.rest)) return false;
      return this.#fits({ shape: argument.type, table: toTable }, { shape: parameter.type, table }, !isGiven);
    });
  }
}

/** @param {Shape} shape */
const isClosed = (shape) => !JSON.stringify(shape).includes('{"ref":');

/** @param {Shape} shape */
const isText = (shape) => typeof shape === 'string' && shape.startsWith("'");

/** @param {Side} side @returns {Side[]} */
function membersOf({ shape, table }) {
  if (shape === 'boolean') return ['true', 'false'].map((member) => ({ shape: member, table }));
  if (typeof shape === 'string' || !shape.union) return [{ shape, table }];
  return shape.union.flatMap((/** @type {Shape} */ member) => membersOf({ shape: member, table }));
}

/** A literal where its kind is expected. @param {Shape} from @param {Shape} to */
function isWidened(from, to) {
  if (from === to || (from === 'undefined' && to === 'void')) return true;
  if (to === 'string') return isText(from) || (typeof from === 'string' && from.startsWith('`'));
  return to === 'number' && typeof from === 'string' && /^-?\d/.test(from);
}
