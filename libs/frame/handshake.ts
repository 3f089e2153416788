import type { FrameData } from '@bank/contracts/embed-frame';
import { type Look, parse, protocol, type ToFrame, type ToPage } from '@bank/contracts/embed-protocol';

/** The page that embeds this frame, after the handshake. */
export interface Page {
  look: Look;
  send: (message: ToPage) => void;
  /** Also receives what came since the handshake. */
  listen: (listener: (message: ToFrame) => void) => void;
}

/**
 * Waits for the first valid `init` from the parent window, of the origin `expected`, with one port. Ignores
 * everything else, and stops listening after it.
 * @param mark joined to every message to the page
 */
export function waitForPage(expected: string, mark?: FrameData['mark']): Promise<Page> {
  return new Promise((resolve) => {
    const onMessage = ({ source, origin, data, ports: [port, second] }: MessageEvent<unknown>) => {
      const init = parse(data);
      const isPage = source === parent && origin === expected;
      if (!isPage || init?.type !== 'init' || !port || second) return;
      removeEventListener('message', onMessage);
      resolve({
        look: init,
        // In the version of the page, which may be one behind.
        send: (message) => port.postMessage({ v: Math.min(init.v, protocol), ...message, ...mark }),
        listen: (listener) => {
          port.onmessage = (event) => {
            const message = parse(event.data);
            if (message) listener(message);
          };
        },
      });
    };
    addEventListener('message', onMessage);
  });
}
