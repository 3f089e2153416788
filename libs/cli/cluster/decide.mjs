/**
 * @typedef {import('./decide.mjs').NodeState} NodeState
 * @typedef {import('./decide.mjs').View} View
 */

/** A primary whose last acknowledged heartbeat is older counts as cut off: clients are not sent to it, ms. */
export const FRESH_MS = 1_500;
/** How much longer the supervisor waits before it replaces a primary that still runs, ms. */
const PATIENCE_MS = 300;
/** The most that one observation adds: the first one of a supervisor that was frozen comes late, ms. */
const MOST_PER_OBSERVATION_MS = 1_000;
const MOST_DOWNTIME_MS = 2_000;

/**
 * How long clients have not been able to use the primary. They can while it commits, which is also what HAProxy checks: a primary
 * whose agent reports that it does not commit gets no connections, even if replicas receive something now and then. Only where the
 * agent does not respond do the replicas show whether the primary goes on.
 * A new primary commits once a replica has fetched all that it lacks: while that goes on, half of the time is added.
 * Time in which it works is subtracted and does not reset the downtime: a primary that works less than half of the time, such as
 * one on a slow disk, is replaced too.
 */
export class Downtime {
  #ms;
  #observedAt;
  #reached = 0;

  /** @param {number} now ms @param {number} graceMs what the primary may take at first */
  constructor(now, graceMs) {
    this.#observedAt = now;
    this.#ms = -graceMs;
  }

  /** ms; below zero while a new primary has grace */
  get ms() {
    return this.#ms;
  }

  /** @param {View['nodes']} nodes @param {number} now ms */
  observe(nodes, now) {
    const passed = Math.min(now - this.#observedAt, MOST_PER_OBSERVATION_MS);
    this.#observedAt = now;
    const isReplicating = this.#receives(nodes);
    const { primary } = knownPrimary(nodes);
    const agent = nodes.filter(isSeen).find(({ name }) => name === primary);
    const serves = agent ? agent.alive : isReplicating;
    const counted = this.#ms < 0 && isReplicating ? passed / 2 : passed;
    this.#ms = serves ? Math.max(0, this.#ms - passed) : Math.min(this.#ms + counted, MOST_DOWNTIME_MS);
  }

  /** For a primary that lost its replicas and waits for those that have just begun to follow. */
  reset() {
    this.#ms = Math.min(this.#ms, 0);
  }

  /**
   * Whether a replica received more than at the last observation; the first one only shows where they stand.
   * @param {View['nodes']} nodes
   */
  #receives(nodes) {
    const { primary } = knownPrimary(nodes);
    const replicas = nodes
      .filter(isSeen)
      .filter(({ name, source }) => name !== primary && source === primary);
    const reached = Math.max(this.#reached, ...replicas.map(({ position }) => position));
    const isMore = this.#reached > 0 && reached > this.#reached;
    this.#reached = reached;
    return isMore;
  }
}

/**
 * Whether a node may take part in a promotion: one that diverged has transactions that must not come back.
 * @param {View['nodes'][number]} node
 * @returns {node is NodeState}
 */
export const isUsable = (node) => isSeen(node) && node.database === 'running' && !node.diverged;

/** @param {View['nodes'][number]} node @returns {node is NodeState} */
const isSeen = (node) => !('isAway' in node);

/**
 * The node that is to be the primary: that of the highest term which an agent knows.
 * @param {View['nodes']} nodes
 */
export function knownPrimary(nodes) {
  const newest = nodes.filter(isSeen).reduce(newer, /** @type {NodeState | null} */ (null));
  return { term: newest?.term ?? 0, primary: newest?.primary ?? null };
}

/** @param {NodeState | null} best @param {NodeState} node */
const newer = (best, node) => (best === null || node.term > best.term ? node : best);

/**
 * The supervisor's next action. It promotes only when no acknowledged transaction can be lost and none can be acknowledged
 * elsewhere: a commit needs the primary and one replica, so either the old primary itself is fenced, or every other node is.
 * @param {View} view
 * @returns {import('./decide.mjs').Action}
 */
export function decide({ nodes, downtimeMs }) {
  const seen = nodes.filter(isSeen);
  const { term, primary: name } = knownPrimary(nodes);
  const primary = seen.find((node) => node.name === name);
  const others = seen.filter((node) => node.name !== name);
  const isOpen = primary !== undefined && primary.database === 'running' && primary.writable;
  if (name !== null && isOpen) {
    const lost = others.filter(needsFollow(name));
    if (lost.length > 0) return { kind: 'follow', nodes: lost.map((node) => node.name), primary: name, term };
  }
  // It ended, or was started again, which is read-only: no wait shows more.
  const hasEnded = primary !== undefined && !isOpen && primary.database !== 'silent';
  if (!hasEnded && (primary?.alive || downtimeMs <= PATIENCE_MS))
    return isOpen ? mend(others, primary) : { kind: 'wait' };
  return isReplaceable(nodes, name) ? { kind: 'failover', primary: name, term: term + 1 } : { kind: 'wait' };
}

/**
 * Whether enough nodes run for a new primary, which needs a replica. Without a known primary, which is before the first term, all
 * of them.
 * @param {View['nodes']} nodes
 * @param {string | null} primary
 */
function isReplaceable(nodes, primary) {
  const usable = nodes.filter(isUsable);
  if (primary === null) return usable.length === nodes.length;
  const others = usable.filter(({ name }) => name !== primary).length;
  return usable.length >= 2 && others >= 1 && (others < usable.length || others === nodes.length - 1);
}

/** @param {string} primary @returns {(node: NodeState) => boolean} */
const needsFollow = (primary) => (node) =>
  !node.busy && node.database === 'running' && !needsCopy(node) && (node.writable || node.source !== primary);

/** @param {NodeState} node */
const needsCopy = ({ diverged, detached }) => diverged || detached;

/**
 * A node that cannot follow is copied from a sound replica, or from the primary if there is none.
 * @param {NodeState[]} others
 * @param {NodeState} primary
 * @returns {import('./decide.mjs').Action}
 */
function mend(others, primary) {
  const node = others.find((each) => needsCopy(each) && !each.busy && each.database !== 'silent');
  if (!node) return { kind: 'wait' };
  const donor = others.find(
    (each) => each !== node && each.source === primary.name && !needsCopy(each) && !each.busy,
  );
  const from = (donor ?? primary).name;
  return { kind: 'rebuild', node: node.name, from, primary: primary.name, term: primary.term };
}
