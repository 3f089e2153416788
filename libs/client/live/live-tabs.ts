export interface SharedTab<Message> {
  /** Sends to the other tabs, not to this one. */
  sendToOthers: (message: Message) => void;
  leave: () => void;
}

/**
 * Runs `lead` in one of the tabs that share a name, since a browser allows six connections to a site. Its
 * messages reach all tabs, its own included; when it closes, another tab leads. A tab that joins while another one leads calls
 * `follow`: what was sent before did not reach it. Without support for locks each tab leads for itself.
 */
export function shareAcrossTabs<Message>(
  name: string,
  lead: (emit: (message: Message) => void) => () => void,
  receive: (message: Message) => void,
  follow?: () => void,
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
    new Promise<true>((resolve) => {
      if (signal.aborted) return resolve(true);
      const stop = lead(emit);
      signal.addEventListener('abort', () => {
        stop();
        resolve(true);
      });
    });
  const leadOrFollow = async () => {
    const hasLed = await navigator.locks.request(
      name,
      { ifAvailable: true },
      (lock) => lock && leadUntilLeaving(),
    );
    if (hasLed || signal.aborted) return;
    follow?.();
    await navigator.locks.request(name, { signal }, leadUntilLeaving);
  };
  // A browser that blocks storage may refuse the lock: then this tab leads for itself.
  leadOrFollow().catch(leadUntilLeaving);
  return {
    sendToOthers,
    leave: () => {
      leaving.abort();
      channel.close();
    },
  };
}
