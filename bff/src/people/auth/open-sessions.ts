/** The condition of an open session `s`; parameters: `aliveAt`. */
export const isOpen = `s.ended_at IS NULL AND s.expires_at > ? AND s.last_active_at > ?`;

/** The parameters of `isOpen`: now, and the moment since which the session must have been used. */
export const aliveAt = (now: Date, idleSeconds: number): [Date, Date] => [
  now,
  new Date(now.getTime() - idleSeconds * 1000),
];
