import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The network between the parts of a cluster: a relay for each way from one part to another's port, which can be cut without
 * a word (as by a switch that drops packets), slowed down, or reset.
 * @param {number} firstPort of the relays
 */
export function network(firstPort) {
  /** @type {Map<string, Relay>} */
  const relays = new Map();
  /** @param {(from: string, to: string) => boolean} which */
  const chosen = (which) => [...relays.values()].filter(({ from, to }) => which(from, to));
  return {
    /** @type {import('../../../libs/cli/cluster/home.mjs').Link} */
    link(from, to, port) {
      const key = `${from} > ${to}`;
      const relay = relays.get(key) ?? new Relay(from, to, firstPort + relays.size, port);
      relays.set(key, relay);
      return relay.port;
    },
    /** Nothing passes, without an error at either end, until `heal`. @param {(from: string, to: string) => boolean} which */
    cut: (which) => chosen(which).forEach((relay) => relay.cut()),
    /** @param {(from: string, to: string) => boolean} which @param {number} ms one way */
    slow: (which, ms) => chosen(which).forEach((relay) => (relay.delayMs = ms)),
    /** @param {(from: string, to: string) => boolean} which */
    reset: (which) => chosen(which).forEach((relay) => relay.reset()),
    heal: () => relays.forEach((relay) => relay.heal()),
    close: () => relays.forEach((relay) => relay.close()),
  };
}

/** @typedef {ReturnType<typeof network>} Network */

class Relay {
  /** @type {Set<{ near: net.Socket, far: net.Socket | undefined }>} */
  pairs = new Set();
  delayMs = 0;
  isCut = false;

  /** @param {string} from @param {string} to @param {number} port @param {number} target */
  constructor(from, to, port, target) {
    Object.assign(this, { from, to, port, target });
    this.from = from;
    this.to = to;
    this.port = port;
    this.target = target;
    this.server = net.createServer((near) => this.accept(near)).listen(port, '127.0.0.1');
  }

  accept(/** @type {net.Socket} */ near) {
    /** @type {{ near: net.Socket, far: net.Socket | undefined }} */
    const pair = { near, far: undefined };
    this.pairs.add(pair);
    near.setNoDelay(true).on('error', () => near.destroy());
    near.on('close', () => this.pairs.delete(pair));
    if (this.isCut) return;
    const far = net.connect(this.target, '127.0.0.1');
    pair.far = far;
    far.setNoDelay(true).on('error', () => far.destroy());
    this.pass(near, far);
    this.pass(far, near);
  }

  /** Hands on data and the end in their order, also when the delay changes meanwhile: nothing overtakes on a connection. */
  pass(/** @type {net.Socket} */ source, /** @type {net.Socket} */ target) {
    let before = Promise.resolve();
    let onTheWay = 0;
    const inOrder = (/** @type {() => void} */ act) => {
      if (onTheWay === 0 && this.delayMs === 0) return act();
      const due = performance.now() + this.delayMs;
      onTheWay += 1;
      before = before
        .then(() => sleep(Math.max(0, due - performance.now())))
        .then(() => {
          onTheWay -= 1;
          act();
        });
    };
    const handOn = (/** @type {Buffer} */ data) => {
      if (target.destroyed || target.write(data)) return;
      source.pause();
      target.once('drain', () => this.isCut || source.resume());
    };
    source.on('data', (data) => inOrder(() => handOn(data)));
    source.on('close', () => inOrder(() => target.destroySoon()));
  }

  cut() {
    this.isCut = true;
    for (const { near, far } of this.pairs) for (const socket of [near, far]) socket?.pause();
  }

  /** What was on its way arrives late, as after a cut that TCP survived; a connection begun meanwhile has nowhere to go. */
  heal() {
    this.isCut = false;
    this.delayMs = 0;
    for (const { near, far } of this.pairs) {
      if (!far) near.destroy();
      for (const socket of [near, far]) socket?.resume();
    }
  }

  reset() {
    for (const { near, far } of this.pairs) for (const socket of [near, far]) socket?.destroy();
  }

  close() {
    this.reset();
    this.server.close();
  }
}
