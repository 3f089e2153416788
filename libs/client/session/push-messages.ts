const registration = async () => navigator.serviceWorker?.getRegistration();

/** Takes the bank's push messages off this device's screen, where they would outlive the session. */
export function closePushMessages(): void {
  const close = async () =>
    (await (await registration())?.getNotifications())?.forEach((each) => each.close());
  // A browser without notifications has none.
  close().catch(() => undefined);
}

/** Has this browser take no more push messages, where the server may go on sending them. */
export function stopPush(): void {
  const stop = async () => (await (await registration())?.pushManager.getSubscription())?.unsubscribe();
  stop().catch(() => undefined);
}
