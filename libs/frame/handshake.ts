import { type Look, parse, protocol, type ToFrame, type ToPage } from '@bank/contracts/embed-protocol';

/** The page that shows this frame, once it is known to be one that may. */
export interface Page {
  look: Look;
  say: (message: ToPage) => void;
  /** From now on, and for what came since the handshake. */
  listen: (listener: (message: ToFrame) => void) => void;
}

/**
 * Waits for the first message that may begin a conversation: from the window that frames this one, from the
 * origin `expected`, a well-formed `init` with one port. Whatever else arrives is ignored, and nothing is heard after it.
 */
export function awaitPage(expected: string): Promise<Page> {
  return new Promise((resolve) => {
    const hear = ({ source, origin, data, ports: [port, ...more] }: MessageEvent<unknown>) => {
      const init = parse(data);
      const isPage = source === window.parent && origin === expected;
      if (!isPage || init?.type !== 'init' || !port || more.length > 0) return;
      window.removeEventListener('message', hear);
      resolve({
        look: init,
        // In the version of the page, which may be one behind.
        say: (message) => port.postMessage({ v: Math.min(init.v, protocol), ...message }),
        listen: (listener) => {
          port.onmessage = (event) => {
            const message = parse(event.data);
            if (message) listener(message);
          };
        },
      });
    };
    window.addEventListener('message', hear);
  });
}
