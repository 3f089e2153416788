import net from 'node:net';

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
    const end = () => {
      this.pairs.delete(pair);
      near.destroy();
      pair.far?.destroy();
    };
    near.setNoDelay(true).on('error', end).on('close', end);
    if (this.isCut) return;
    const far = net.connect(this.target, '127.0.0.1');
    pair.far = far;
    far.setNoDelay(true).on('error', end).on('close', end);
    this.pass(near, far);
    this.pass(far, near);
  }

  pass(/** @type {net.Socket} */ source, /** @type {net.Socket} */ target) {
    source.on('data', (data) => {
      if (this.delayMs > 0) setTimeout(() => target.destroyed || target.write(data), this.delayMs);
      else if (!target.write(data)) {
        source.pause();
        target.once('drain', () => this.isCut || source.resume());
      }
    });
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
