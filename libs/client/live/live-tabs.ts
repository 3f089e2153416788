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
  lead: (tell: (message: Message) => void) => () => void,
  hear: (message: Message) => void,
): SharedTab<Message> {
  if (!('locks' in navigator) || !('BroadcastChannel' in window))
    return { sendToOthers: () => undefined, leave: lead(hear) };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => hear(data as Message);
  const sendToOthers = (message: Message) => channel.postMessage(message);
  const tell = (message: Message) => {
    hear(message);
    sendToOthers(message);
  };
  const leaving = new AbortController();
  const { signal } = leaving;
  const leadUntilLeaving = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      const stop = lead(tell);
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
