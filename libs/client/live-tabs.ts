/**
 * Runs `lead` in one of the browser's tabs that share a name: a browser has six connections to a site, and a person
 * more tabs. What the leading tab tells is heard in all of them, itself included; when it closes another one leads.
 * Where the browser cannot do that, each tab leads for itself. Returns how to leave.
 */
export function shareAmongTabs<Message>(
  name: string,
  lead: (tell: (message: Message) => void) => () => void,
  hear: (message: Message) => void,
): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return lead(hear);
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => hear(data as Message);
  const tell = (message: Message) => {
    hear(message);
    channel.postMessage(message);
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
  return () => {
    leaving.abort();
    channel.close();
  };
}
