export interface SharedTab<Message> {
  /** Sends to the other tabs, not to this one. */
  sendToOthers: (message: Message) => void;
  leave: () => void;
}

/**
 * Runs `lead` in one of the tabs that share a name, since a browser allows six connections to a site. Its
 * messages reach all tabs, its own included; when it closes, another tab leads. Without support for locks
 * each tab leads for itself.
 */
export function shareAcrossTabs<Message>(
  name: string,
  lead: (emit: (message: Message) => void) => () => void,
  receive: (message: Message) => void,
): SharedTab<Message> {
  if (!('locks' in navigator) || !('BroadcastChannel' in window))
    return { sendToOthers: () => undefined, leave: lead(receive) };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => receive(data as Message);
  const sendToOthers = (message: Message) => channel.postMessage(message);
  const emit = (message: Message) => {
    receive(message);
    sendToOthers(message);
  };
  const leaving = new AbortController();
  const { signal } = leaving;
  const leadUntilLeaving = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      const stop = lead(emit);
      signal.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });
  // A browser that blocks storage may refuse the lock: then this tab leads for itself.
  navigator.locks.request(name, { signal }, leadUntilLeaving).catch(leadUntilLeaving);
  return {
    sendToOthers,
    leave: () => {
      leaving.abort();
      channel.close();
    },
  };
}
