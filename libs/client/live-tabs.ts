/** A tab among those of its name. */
export interface SharedTab<Message> {
  /** Is heard in the other tabs, and not in this one. */
  tellOthers: (message: Message) => void;
  leave: () => void;
}

/**
 * Runs `lead` in one of the browser's tabs that share a name: a browser has six connections to a site, and a person
 * more tabs. What the leading tab tells is heard in all of them, itself included; when it closes another one leads.
 * Where the browser cannot do that, each tab leads for itself.
 */
export function shareAmongTabs<Message>(
  name: string,
  lead: (tell: (message: Message) => void) => () => void,
  hear: (message: Message) => void,
): SharedTab<Message> {
  if (!('locks' in navigator) || !('BroadcastChannel' in window))
    return { tellOthers: () => undefined, leave: lead(hear) };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => hear(data as Message);
  const tellOthers = (message: Message) => channel.postMessage(message);
  const tell = (message: Message) => {
    hear(message);
    tellOthers(message);
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
    tellOthers,
    leave: () => {
      leaving.abort();
      channel.close();
    },
  };
}
