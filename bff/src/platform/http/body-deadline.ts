import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Deadlines of request bodies, in milliseconds. */
export const bodyDeadlines = {
  /** For every body. */
  ordinary: 60_000,
  /** After `allowSlowBody`: ten documents over a slow phone line. */
  longest: 30 * 60_000,
  /** A slow body must keep its pace in every window, so that holding a connection is not free. */
  window: 60_000,
  /** Bytes per second. */
  pace: 4 * 1024,
};

const allowances = new WeakMap<IncomingMessage, () => void>();

/**
 * Ends connections whose body does not arrive in time, even after the response. Node's own `requestTimeout` must be set to
 * `longest`, which it enforces.
 */
export function limitBodies(server: Server, deadlines = bodyDeadlines): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const expire = () => {
      if (!request.complete) giveUp(server, request, response);
    };
    let timer = setTimeout(expire, deadlines.ordinary).unref();
    request.once('close', () => {
      clearInterval(timer);
      allowances.delete(request);
    });
    allowances.set(request, () => {
      clearTimeout(timer);
      let before = request.socket.bytesRead;
      timer = setInterval(() => {
        const { bytesRead } = request.socket;
        if (bytesRead - before < (deadlines.pace * deadlines.window) / 1000) expire();
        before = bytesRead;
      }, deadlines.window).unref();
    });
  });
}

/** Extends the deadline of a request's body to `longest`, while it keeps its pace. */
export function allowSlowBody(request: IncomingMessage): void {
  allowances.get(request)?.();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** As Node refuses late headers: `clientError` responds, unless a response was begun. */
function giveUp(server: Server, { socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    socket.destroy();
    return;
  }
  const error = Object.assign(new Error('the body did not arrive in time'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  });
  server.emit('clientError', error, socket);
  socket.destroySoon();
}
