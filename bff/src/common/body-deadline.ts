import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** In milliseconds, and bytes a second. */
export const bodyPatience = {
  /** The time for a body of any call. */
  ordinary: 60_000,
  /** The time for a body that `allowSlowBody` was called for: ten documents over a slow phone line. */
  longest: 30 * 60_000,
  /** Such a body must keep this pace in every window, so that holding a connection is not free. */
  window: 60_000,
  pace: 4 * 1024,
};

const allowances = new WeakMap<IncomingMessage, () => void>();

/**
 * Ends connections whose body does not arrive in time, whatever became of its answer, as Node itself does for heads.
 * Its own `requestTimeout` must be `longest`, which it enforces.
 */
export function limitBodies(server: Server, patience = bodyPatience): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const expire = () => {
      if (!request.complete) giveUp(server, request, response);
    };
    let timer = setTimeout(expire, patience.ordinary).unref();
    request.once('close', () => {
      clearInterval(timer);
      allowances.delete(request);
    });
    allowances.set(request, () => {
      clearTimeout(timer);
      let before = request.socket.bytesRead;
      timer = setInterval(() => {
        const { bytesRead } = request.socket;
        if (bytesRead - before < (patience.pace * patience.window) / 1000) expire();
        before = bytesRead;
      }, patience.window).unref();
    });
  });
}

/** Gives a call whose caller is known the longest time for its body, as long as it keeps arriving. */
export function allowSlowBody(request: IncomingMessage): void {
  allowances.get(request)?.();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** As Node refuses a late head: `clientError` answers it, unless the answer is on its way already. */
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
