import { once } from 'node:events';
import net from 'node:net';

/**
 * The way of a replica to its source. Cutting it ends the connection at once, so that nothing is acknowledged any more: MariaDB's
 * own STOP SLAVE waits three seconds or more for a source that does not respond.
 */
export class SourceRelay {
  /** The node that it leads to. @type {string | null} */
  source = null;
  #port = 0;
  /** @type {Set<net.Socket>} */
  #sockets = new Set();
  #server = net.createServer((near) => this.#accept(near));

  /** Begins to listen; returns the port. */
  async listen() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return /** @type {net.AddressInfo} */ (this.#server.address()).port;
  }

  /** @param {string} source @param {number} port */
  leadTo(source, port) {
    this.cut();
    this.source = source;
    this.#port = port;
  }

  cut() {
    this.source = null;
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(/** @type {net.Socket} */ near) {
    if (this.source === null) return void near.destroy();
    const far = net.connect(this.#port, '127.0.0.1');
    const end = () => {
      for (const socket of [near, far]) {
        this.#sockets.delete(socket);
        socket.destroy();
      }
    };
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true).on('error', end).on('close', end);
    }
    near.pipe(far);
    far.pipe(near);
  }
}
