import { isUsable } from './decide.mjs';

/** How long an agent may take for an order, ms: a restart includes the recovery of a crash. */
const ORDER_MS = 12_000;

/** @typedef {{ token: string, agents: Record<string, string>, by: string }} Nodes */

/**
 * Gives an order to the agent of a node and returns its answer. @throws Error when it refuses or does not answer
 * @param {Nodes} cluster
 * @param {string} node
 * @param {string} name
 * @param {{ term: number, primary: string | null, from?: string }} body
 */
export async function order({ agents, token, by }, node, name, body) {
  const answer = await fetch(`${agents[node]}/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, by }),
    signal: AbortSignal.timeout(ORDER_MS),
  });
  const content = await answer.json();
  if (!answer.ok) throw new Error(`${node} refused ${name}: ${content.error}`);
  return content;
}

/**
 * The most complete history first: as in Raft the later term decides before the greater number, since a primary that was cut off
 * may have counted on alone. Of equal ones the node that has applied more is ready sooner.
 * @typedef {{ name: string, position: number, applied: number, joined: number }} Fenced
 * @param {Fenced} left
 * @param {Fenced} right
 */
export const byHistory = (left, right) =>
  right.joined - left.joined || right.position - left.position || right.applied - left.applied;

/**
 * Fences, promotes the node that has most, lets the others follow it, and opens it. A failure leaves no node open: the next
 * attempt begins a new term.
 * @param {Nodes} cluster
 * @param {{ primary: string | null, term: number }} action
 * @param {import('./decide.mjs').View['nodes']} nodes
 * @returns {Promise<string>} the new primary
 */
export async function failOver(cluster, { primary, term }, nodes) {
  const fence = async (/** @type {string} */ name) => {
    const { position, applied, joined } = await order(cluster, name, 'fence', { term, primary: null });
    return { name, position: Number(position), applied: Number(applied), joined: Number(joined) };
  };
  const fenced = await fenceEnough(fence, primary, nodes);
  const [best, ...followers] = fenced.sort(byHistory).map(({ name }) => name);
  if (!best) throw new Error('no node can be promoted');
  const told = { term, primary: best };
  const follow = (/** @type {string} */ name) => order(cluster, name, 'follow', told);
  await order(cluster, best, 'promote', told);
  const tried = await Promise.allSettled(followers.map(follow));
  // One that is being copied cannot follow yet. The old primary can, once it is restarted.
  if (!tried.some(isFulfilled)) {
    if (primary === null || fenced.some(({ name }) => name === primary))
      throw new Error('no node can follow');
    await fence(primary);
    await follow(primary);
  }
  await order(cluster, best, 'open', told);
  return best;
}

/**
 * Fences so many nodes that nothing can be acknowledged elsewhere. @throws Error when too few can be
 * @param {(name: string) => Promise<Fenced>} fence
 * @param {string | null} primary
 * @param {import('./decide.mjs').View['nodes']} nodes
 */
async function fenceEnough(fence, primary, nodes) {
  const running = nodes.filter(isUsable);
  const others = nodes.filter(({ name }) => name !== primary).length;
  // A primary that is not open is fenced without a restart. It may have most: clients never came to one that failed to open.
  const first = running.filter(({ name, writable }) => name !== primary || !writable);
  const tried = await Promise.allSettled(first.map(({ name }) => fence(name)));
  const fenced = tried.filter(isFulfilled).map(({ value }) => value);
  const hasPrimary = () => fenced.some(({ name }) => name === primary);
  const hasOthers = fenced.length - Number(hasPrimary()) === others;
  // An open primary is needed only if one of the others, which may have acknowledged to it, is not fenced.
  if (!hasOthers && !hasPrimary() && primary !== null && running.some(({ name }) => name === primary))
    fenced.push(await fence(primary));
  if (!(hasOthers || hasPrimary()) || fenced.length < 2) throw new Error('too few nodes are fenced');
  return fenced;
}

/** @template T @param {PromiseSettledResult<T>} result @returns {result is PromiseFulfilledResult<T>} */
const isFulfilled = (result) => result.status === 'fulfilled';
